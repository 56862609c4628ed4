// Clients in the process of the gateway: they reach its database without a socket, and are counted and witnessed like
// others. No fault acts on them.

import type { Engine } from "../../engine/engine.ts";
import { engineTransport } from "../../engine/transport.ts";
import type { CommandTransport } from "../../lock/redis/script-port.ts";
import { toCommand } from "./command.ts";
import type { Counters } from "./counters.ts";
import type { Executor } from "./execute.ts";
import { httpAnswer } from "./http.ts";

interface Parts {
  readonly engine: Engine;
  readonly executor: Executor;
  readonly counters: Counters;
}

export class InProcess {
  /** For `scriptPort`. */
  readonly transport: CommandTransport;
  #openStreams = 0;

  constructor({ engine, executor, counters }: Parts) {
    const direct = engineTransport(engine);
    this.transport = {
      ...direct,
      async send(words) {
        const command = toCommand(words.map((word) => Buffer.from(word)));
        if (command === undefined) return { error: "ERR empty command" };
        const execution = { readOnly: false, format: "utf8", link: undefined, faulted: undefined } as const;
        const given = await executor.command(command, { ...execution, request: counters.addRequest() });
        // As a client over HTTP reads it.
        return JSON.parse(httpAnswer(given, {}).body.toString());
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

  get openStreams(): number {
    return this.#openStreams;
  }
}
