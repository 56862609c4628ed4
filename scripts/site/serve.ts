// Serves the built site to browsers of this machine only.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** Serves `folder` under the path `base` until the process ends. */
export function serve(folder: string, base: string, port: number): void {
  const server = createServer((request, response) => {
    // Not the constructor: a path such as "//" is no URL.
    const { pathname = "" } = URL.parse(request.url ?? "/", "http://localhost") ?? {};
    const file = fileOf(pathname, folder, base);
    const shown = file ?? join(folder, "404.html");
    response.writeHead(file === undefined ? 404 : 200, { "content-type": TYPES[extname(shown)] ?? "text/plain" });
    createReadStream(shown).pipe(response);
  });
  server.listen(port, "127.0.0.1", () => console.log(`look at http://127.0.0.1:${port}${base}, and end with Ctrl-C`));
}

/** Returns the file of a path, or undefined if the site has none, such as for a path that leads out of it. */
export function fileOf(path: string, folder: string, base: string): string | undefined {
  if (!path.startsWith(base)) return undefined;
  const file = join(folder, decoded(path.slice(base.length)), path.endsWith("/") ? "index.html" : "");
  return file.startsWith(folder + sep) && statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll("\0", "");
  } catch {
    return path;
  }
}
