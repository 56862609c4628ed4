// The published types beside those of the DOM, for three compilers: each has a lib.dom of its own.
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const folder = resolve("node_modules/.cache/web-locks-types");

it.each([
  ["typescript-5", "test/others/node_modules"],
  ["typescript-6", "test/others/node_modules"],
  ["typescript", "node_modules"],
] as const)("%s accepts a lock manager as that of its lib.dom", async (compiler, packages) => {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, `${compiler}.json`);
  const compilerOptions = {
    ...{ target: "es2022", module: "nodenext", lib: ["es2022", "esnext.disposable", "dom"], types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true },
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [resolve("test/together/types/web-locks.ts")] }));
  const compiled = promisify(execFile)(process.execPath, [`${packages}/${compiler}/bin/tsc`, "-p", config]);
  expect(await compiled.catch((error) => Object(error).stdout)).toMatchObject({ stdout: "" });
});
