// An engine behind the address of a REST server, for the commands of tests, and for clients that a test makes of this
// address. All other clients of the tests have a port to the engine itself.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll } from "vitest";
import { Engine, type EngineOptions } from "../../src/engine/engine.ts";
import { fromBytes, toBytes } from "../../src/engine/keyspace/byte-text.ts";
import { answer, engineTransport } from "../../src/engine/transport.ts";
import { createLocks } from "../../src/index.ts";
import { type Answer, type CommandTransport, scriptPort } from "../../src/lock/redis/script-port.ts";
import { everyClientIsMadeBy } from "../support/bare-locks.ts";
import { listening } from "../support/hostile-rest.ts";
import type { Endpoint, WitnessedCommand } from "../support/rest.ts";

const TOKEN = "token-of-the-front";

/** Starts a front. Until the end of the file, all clients of its address and token use its engine. */
export async function startFront(options?: EngineOptions): Promise<Endpoint> {
  const front = new Front(new Engine(options));
  const endpoint: Endpoint = { url: await listening(front.server), token: TOKEN };
  const undo = everyClientIsMadeBy((given) =>
    createLocks(given.redis === endpoint ? { ...given, redis: scriptPort(front.transport()) } : given),
  );
  afterAll(() => {
    undo();
    front.server.closeAllConnections();
    front.server.close();
  });
  return endpoint;
}

class Front {
  readonly server: Server;
  readonly #engine: Engine;
  readonly #witnessed: WitnessedCommand[] = [];
  #requests = 0;
  #openStreams = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.server = createServer((request, response) => this.#serve(request, response));
  }

  /** Returns the transport to the engine, whose commands are counted like requests. */
  transport(): CommandTransport {
    const direct = engineTransport(this.#engine);
    return {
      ...direct,
      send: async (command, limits) => {
        this.#requests += 1;
        const given = await direct.send(command, limits);
        this.#witness(command, given);
        return given;
      },
      follow: async (...followed) => {
        this.#openStreams += 1;
        try {
          return await direct.follow(...followed);
        } finally {
          this.#openStreams -= 1;
        }
      },
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const path = request.url ?? "";
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      response.writeHead(401).end(JSON.stringify({ error: "WRONGPASS invalid or missing auth token" }));
    } else if (path.startsWith("/__")) this.#control(request.method ?? "", path, response);
    else {
      this.#requests += 1;
      if (/^\/p?subscribe\//.test(path)) this.#stream(path, response);
      else {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        const answered =
          path === "/pipeline" && Array.isArray(body) ? body.map((one) => this.#run(one)) : this.#run(body);
        response.writeHead(Object.hasOwn(answered, "error") ? 400 : 200).end(JSON.stringify(answered));
      }
    }
  }

  #run(body: unknown): object {
    const command = Array.isArray(body) ? body.map(String) : [];
    const given = answer(this.#engine, command);
    this.#witness(command, given);
    return given;
  }

  #witness(command: readonly string[], given: Answer): void {
    const outcome = "error" in given ? { error: given.error } : { reply: given.result };
    this.#witnessed.push({ seq: this.#witnessed.length + 1, atMs: Date.now(), command: [...command], ...outcome });
  }

  #control(method: string, path: string, response: ServerResponse): void {
    const [, since = "0"] = /^\/__witness\?since=(\d+)$/.exec(path) ?? [];
    if (method === "DELETE") this.#requests = 0;
    if (path.startsWith("/__witness")) response.end(JSON.stringify(this.#witnessed.slice(Number(since))));
    else if (path === "/__counters") {
      const { length: commands } = this.#witnessed;
      const counts = {
        requests: this.#requests,
        commands,
        billed: null,
        byCommand: {},
        openStreams: this.#openStreams,
      };
      response.end(JSON.stringify(counts));
    } else response.writeHead(method === "DELETE" ? 200 : 404).end("{}");
  }

  #stream(path: string, response: ServerResponse): void {
    const [, what = "", encoded = ""] = path.split("/");
    const isPattern = what === "psubscribe";
    const followed = decodeURIComponent(encoded);
    const tell = (...words: readonly unknown[]): void => {
      response.write(`data: ${words.join(",").replaceAll(/\r\n?|\n/g, "\ndata: ")}\n\n`);
    };
    response.writeHead(200, { "content-type": "text/event-stream" });
    tell(what, followed, 1);
    this.#openStreams += 1;
    const end = this.#engine.follow(toBytes(followed), isPattern, (message, channel) => {
      if (isPattern) tell("pmessage", followed, fromBytes(channel), fromBytes(message));
      else tell("message", fromBytes(channel), fromBytes(message));
    });
    response.once("close", () => {
      this.#openStreams -= 1;
      end();
    });
  }
}
