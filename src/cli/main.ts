#!/usr/bin/env node
// The file that `npx leasehound` runs.
import { CommandError, EXIT } from "./exit-code.ts";
import { Output } from "./output.ts";
import { main } from "./program.ts";

// A reader that closes the pipe early, such as `head`, has what it wants. Any other output that cannot be written, such
// as that to a full disk, is a failure.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit();
  new Output(false).failure(new CommandError("OUTPUT", `cannot write the output: ${error.message}`, EXIT.internal));
  process.exit(EXIT.internal);
});
// Remarks that nobody can read end no command of `run`.
process.stderr.on("error", () => {});
process.exitCode = await main(process.argv.slice(2));
