// The examples for servers that are not installed here: compiled against the servers' declarations, and called as a
// handler is.
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type CodeBlock, codeBlocks, compileStrictly, writeCodeBlocks } from "../../support/code-blocks.ts";
import { eventually } from "../../support/eventually.ts";
import { Service } from "../../support/service.ts";

const folder = ".cache/server-examples";

// The frameworks' declarations, as far as the examples use them.
const FRAMEWORK_TYPES = `
declare module "astro" {
  interface APIContext { readonly request: Request; readonly params: Record<string, string | undefined> }
  export type APIRoute = (context: APIContext) => Response | Promise<Response>;
}
declare module "react-router" {
  export interface LoaderFunctionArgs<Context = unknown> {
    request: Request; params: Readonly<Record<string, string | undefined>>; context: Context;
  }
}
interface BunServer { readonly port: number; stop(closeActiveConnections?: boolean): Promise<void> }
declare const Bun: {
  serve(options: {
    fetch(this: BunServer, request: Request, server: BunServer): Response | Promise<Response>; port?: number;
  }): BunServer;
};
interface DenoServeInfo { readonly remoteAddr: { readonly hostname: string }; readonly completed: Promise<void> }
declare const Deno: {
  serve(handler: (request: Request, info: DenoServeInfo) => Response | Promise<Response>): { shutdown(): Promise<void> };
  readonly env: { get(name: string): string | undefined };
};
`;

// The call of each framework's example.
const FRAMEWORK_CALLS: Record<string, string> = {
  astro: `(await import(path)).GET({ request, params: { month } })`,
  reactrouter: `(await import(path)).loader({ request, params: { month }, context: {} })`,
  bun: `await new Promise((resolve, reject) => {
    globalThis.Bun = { serve: ({ fetch }) => resolve(fetch(request, globalThis.Bun)) };
    import(path).catch(reject);
  })`,
  deno: `await new Promise((resolve, reject) => {
    globalThis.Deno = { serve: (handler) => resolve(handler(request, {})), env: { get: (name) => process.env[name] } };
    import(path).catch(reject);
  })`,
};

/** Calls the example of a server once, in a separate process; resolves with the response. */
async function callServer({ marker, path }: CodeBlock): Promise<string> {
  const call = `const path = ${JSON.stringify(resolve(path))};
    const month = "2027-05";
    const request = new Request("http://localhost/rows/" + month);
    const response = await ${FRAMEWORK_CALLS[marker]};
    console.log(response.status, await response.text());`;
  const env = {
    ...process.env,
    UPSTASH_REDIS_REST_URL: gateway.url,
    UPSTASH_REDIS_REST_TOKEN: gateway.token,
    ROWS_URL: service.url,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", call], { env });
  return stdout.trim();
}

const examples = codeBlocks(Object.keys(FRAMEWORK_CALLS), folder);

let gateway: Gateway;
beforeAll(async () => {
  writeCodeBlocks(folder, examples);
  gateway = await startGateway();
});
afterAll(() => gateway?.close());

let service: Service;
beforeEach(async () => {
  service = new Service();
  await service.start();
});
afterEach(() => service.stop());

describe("the examples for other servers", () => {
  it("compile strictly", () => {
    expect(examples).toHaveLength(Object.keys(FRAMEWORK_CALLS).length);
    compileStrictly(folder, "servers", "node", examples, FRAMEWORK_TYPES);
  });

  it.each(examples)("stream the rows of a month to one reader at a time: $marker", async (example) => {
    const name = ["bun", "deno"].includes(example.marker) ? "/rows/2027-05" : "rows:2027-05";
    const isLocked = (): Promise<boolean> => createLocks({ redis: gateway }).lock(name).isLocked();
    const answerAll = service.hold();
    const first = callServer(example);
    await eventually(() => service.calls.length === 1);
    expect(await isLocked()).toBe(true);
    expect(await callServer(example)).toMatch(/^423 .*LOCK_BUSY/);
    answerAll();
    expect(await first).toBe("200 done");
    await eventually(async () => !(await isLocked()));
  });
});
