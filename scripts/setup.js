// Makes a fresh clone ready to run: the packages, a Node new enough for the tools, a real redis-server.
// Runs before `npm start`, `npm test` and the like, on the machine's own Node (20 or newer) and without any
// package: plain JavaScript, and only Node's own modules. Silent, and quick, when nothing is missing.
import { alone } from "./setup/alone.js";
import { ensureNode, nodeIsRecent } from "./setup/node-version.js";
import { ensurePackages, packagesMatch } from "./setup/packages.js";
import { ensureRedisServer, redisServerFound } from "./setup/redis-server.js";

const say = (line) => process.stderr.write(`${line}\n`);

// Ctrl-C reaches the program being run, too: that one ends first (npm takes seconds to tidy up), and then this.
process.on("SIGINT", () => process.exit(130));

try {
  if (!(packagesMatch() && nodeIsRecent() && redisServerFound())) {
    await alone(say, () => {
      ensurePackages(say);
      ensureNode(say);
      ensureRedisServer(say);
    });
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
