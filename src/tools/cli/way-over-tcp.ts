// A way to a database over TCP, by a library of the user's project, which this package does not bring.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { senderOfPort } from "../../lock/redis/command-sender.ts";
import { ioredisPort, type TcpPort } from "../../lock/tcp/ioredis.ts";
import { nodeRedisPort } from "../../lock/tcp/node-redis.ts";
import { CommandError, EXIT } from "./exit-code.ts";
import { LIBRARIES, type Library, type TcpPlace } from "./libraries.ts";
import type { GivenBy, Way } from "./way.ts";

/** Throws USAGE if the library is not installed. */
export async function wayOverTcp({
  redisUrl,
  library,
  givenBy,
}: TcpPlace & { readonly givenBy: GivenBy }): Promise<Way> {
  const port = portOf(await loaded(library), redisUrl);
  const sender = senderOfPort(port);
  if (sender === undefined) throw new Error("a port over TCP sends commands");
  return {
    ...{ over: library, host: new URL(redisUrl).host, givenBy },
    ...{ redis: port, secrets: sender.secrets },
    send: (words, limits) => sender.send(words, limits),
    newFollow: () => port.follow,
    close: () => port.close(),
  };
}

/** Returns the module of a library, from the project in the working directory. */
async function loaded(library: Library): Promise<unknown> {
  const { resolve } = createRequire(join(process.cwd(), "package.json"));
  for (const name of LIBRARIES[library]) {
    try {
      return await import(pathToFileURL(resolve(name)).href);
    } catch (error) {
      if (Object(error).code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  const sentence = `this project has no ${library}: run npm install ${LIBRARIES[library][0]}, or pass another --client`;
  throw new CommandError("USAGE", sentence, EXIT.usage);
}

/** Makes a client that does not connect itself, and its port. */
function portOf(library: unknown, url: string): TcpPort {
  const { Redis, createClient } = Object(library);
  return typeof Redis === "function"
    ? ioredisPort(new Redis(url, { lazyConnect: true }))
    : nodeRedisPort(createClient({ url }));
}
