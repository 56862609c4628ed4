// Runs the test suite of verrou, and prints a line of JSON for each event.
import { assert } from "@japa/assert";
import { configure, processCLIArgs, run } from "@japa/runner";

processCLIArgs(["--reporters=ndjson"]);
configure({ files: () => [new URL("verrou-cases.ts", import.meta.url)], plugins: [assert()], timeout: 20_000 });
await run();
