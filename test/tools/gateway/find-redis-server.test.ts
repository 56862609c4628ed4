// The choice of the redis-server.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findRedisServer } from "../../../src/tools/gateway/find-redis-server.ts";

const folder = mkdtempSync(join(tmpdir(), "find-redis-"));
const program = join(folder, "redis-server");
writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
const text = join(folder, "text");
writeFileSync(text, "", { mode: 0o644 });
afterAll(() => rmSync(folder, { recursive: true }));

describe("the chosen redis-server", () => {
  it("is the one in REDIS_SERVER, before the one on the PATH", () => {
    expect(findRedisServer({ REDIS_SERVER: "/bin/sh", PATH: folder }).path).toBe("/bin/sh");
    expect(findRedisServer({ REDIS_SERVER: "", PATH: `/nowhere:${folder}` }).path).toBe(program);
  });

  it("is never a file that cannot be run", () => {
    expect(() => findRedisServer({ REDIS_SERVER: text, PATH: folder })).toThrow(
      /^REDIS_SERVER names .*text, which is not an executable file$/,
    );
  });
});
