#!/usr/bin/env node
// The file that `npx leasehound` runs.
import { main } from "./program.ts";

// A reader that closes the pipe early, such as `head`, has what it wants.
process.stdout.on("error", () => process.exit());
process.exitCode = await main(process.argv.slice(2));
