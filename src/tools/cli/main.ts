#!/usr/bin/env node
// The file that `npx leasehound` runs.
import { CommandError, EXIT } from "./exit-code.ts";
import { Output } from "./output.ts";
import { main } from "./program.ts";

// A reader that closes the pipe early, such as `head`, needs no more output. Any other failed write, such as to a full
// disk, is a failure.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit();
  new Output(false).failure(new CommandError("OUTPUT", `cannot write the output: ${error.message}`, EXIT.internal));
  process.exit(EXIT.internal);
});
// `run` does not end its command because remarks cannot be written.
process.stderr.on("error", () => {});
process.exitCode = await main(process.argv.slice(2));
