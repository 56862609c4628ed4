// What to do about an error of a database, in the words of the command line.
import type { LockError } from "../../base/errors.ts";
import { ENDPOINT_VARIABLES } from "../../lock/redis/endpoint.ts";

const TCP = "check the client's address";

/** Returns the message of an error. Names the host, and the variable that is to blame, if the database is known. */
export function messageWithCure({ message }: Pick<LockError, "message">, env = process.env): string {
  if (/\bOOM\b/.test(message)) return `${message}; free memory, or raise the limit of the database`;
  if (message.includes(TCP)) return message.replace(TCP, "check the address of --redis");
  const given = ENDPOINT_VARIABLES.find(([url, token]) => env[url] && env[token]);
  if (given === undefined) return message;
  const [url, token] = given;
  return message
    .replace("check its url", `check ${url}, which names ${hostIn(env[url])}`)
    .replace("use a token or password of", `set ${token} to a token of`);
}

function hostIn(url = ""): string {
  return URL.canParse(url) ? new URL(url).host : "no host";
}
