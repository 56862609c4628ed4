// Prepares a fresh clone: the packages, a recent Node for the tools, a real redis-server, and for one command libfaketime.
// Silent, and quick, when nothing is missing.
import { alone } from "./alone.js";
import { ensureFaketime, faketimeFound } from "./faketime.js";
import { ensureNode, nodeIsRecent } from "./node-version.js";
import { ensurePackages, packagesMatch } from "./packages.js";
import { ensureRedisServer, redisServerFound } from "./redis-server.js";

const say = (line) => process.stderr.write(`${line}\n`);
// Ctrl-C reaches the running program too, which ends first (npm takes seconds to clean up), and then this process.
const end = () => process.exit(130);

/** Resolves to whether everything is there for the command ("test", "bench peers"); prints what was missing. */
export async function setUp(command) {
  process.on("SIGINT", end);
  try {
    if (packagesMatch(command) && nodeIsRecent() && redisServerFound(command) && faketimeFound(command)) return true;
    await alone(say, () => {
      ensurePackages(command, say);
      ensureNode(say);
      ensureRedisServer(command, say);
      ensureFaketime(command, say);
    });
    return true;
  } catch (error) {
    say(error.message);
    return false;
  } finally {
    process.off("SIGINT", end);
  }
}
