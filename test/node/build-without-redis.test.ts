// README.md and docs/lock-api.md: `npm pack` and `npm run build` in a clone. They need no Redis.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it.each(["build", "types", "format", "pictures", "size", "check"])(
  "the set-up of `npm run %s` asks for no redis-server",
  (command) => {
    const clone = mkdtempSync(join(tmpdir(), "clone-"));
    cpSync("scripts/setup", join(clone, "scripts/setup"), { recursive: true });
    mkdirSync(join(clone, "node_modules"));
    const program = `import { redisServerFound } from ${JSON.stringify(join(clone, "scripts/setup/redis-server.js"))};
    process.exitCode = redisServerFound(${JSON.stringify(command)}) ? 0 : 1;`;
    // An empty PATH: no redis-server, and no apt-get to fetch one by.
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      env: { PATH: join(clone, "bin") },
      encoding: "utf8",
    });
    expect(stderr).not.toContain("Error");
    expect(status).toBe(0);
  },
);
