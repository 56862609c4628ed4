// The database of a test: an engine, and what goes wrong on the way to it.
import { InvalidOptionError } from "../../base/errors.ts";
import { ownMembers, wholeNumber } from "../../base/validate.ts";
import { DEFAULT_PREFIX } from "../../lock/client-options.ts";
import { createLocks, type Locks } from "../../lock/create-locks.ts";
import type { Held } from "../../lock/hold/held.ts";
import { type LockName, lockName } from "../../lock/keys.ts";
import { commandPort } from "../../lock/redis/command-sender.ts";
import type { RedisPort } from "../../lock/redis/port.ts";
import type { Answer, CommandTransport } from "../../lock/redis/script-port.ts";
import type { Engine } from "../engine.ts";
import { checkRules, isSeed } from "../faults/check-rules.ts";
import { neutralKinds } from "../faults/kinds.ts";
import { answer, engineTransport } from "../transport.ts";
import { expireHold, loseHold, stealHold } from "./holds.ts";
import { Network } from "./network.ts";
import { suspendMachine } from "./suspend.ts";
import {
  checkTestOptions,
  type FaultRule,
  type TestCommand,
  type TestFaults,
  type TestLocksOptions,
  type TestRedis,
} from "./test-redis.ts";

const DEADLINE_MS = 5_000;
const MOST_WITNESSED = 10_000;
const LONGEST_SLEEP_MS = 10 * 365 * 86_400_000;

/** @internal */
export class TestDatabase implements TestRedis {
  readonly port: RedisPort;
  readonly faults: TestFaults;
  readonly #engine: Engine;
  readonly #direct: CommandTransport;
  readonly #options: TestLocksOptions;
  readonly #network: Network;
  readonly #witnessed: TestCommand[] = [];

  constructor(engine: Engine, options: TestLocksOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#direct = engineTransport(engine);
    this.#network = new Network({
      direct: this.#direct,
      run: (command) => this.#witness(command),
      isUnknownScript: ([word, sha1 = ""]) => word === "EVALSHA" && !engine.knowsScript(sha1),
    });
    this.faults = faultsOf(this.#network);
    this.port = commandPort(this.#network.transport());
  }

  get isFull(): boolean {
    return this.#engine.isFull;
  }

  set isFull(isFull: boolean) {
    this.#engine.isFull = isFull;
  }

  locks(options: TestLocksOptions = this.#options): Locks {
    checkTestOptions(options);
    return createLocks({ ...options, redis: this.port });
  }

  loseHold(name: string): void {
    loseHold(this.#run, this.#nameOf(name));
  }

  expireHold(name: string): void {
    expireHold(this.#run, this.#nameOf(name));
  }

  async stealHold(name: string): Promise<Held> {
    const thief = createLocks({ prefix: this.#prefix, redis: commandPort(this.#direct) });
    return stealHold(this.#run, this.#nameOf(name), thief);
  }

  suspend(ms: number): void {
    suspendMachine(wholeNumber("ms", ms, { from: 1, to: LONGEST_SLEEP_MS }));
  }

  hang(): () => void {
    return this.#network.hang();
  }

  goAway(): () => void {
    return this.#network.goAway();
  }

  witness(): readonly TestCommand[] {
    return this.#witnessed.slice(-MOST_WITNESSED);
  }

  command(...words: readonly string[]): Promise<Answer> {
    return this.#direct.send(words, { timeoutMs: DEADLINE_MS });
  }

  get #prefix(): string {
    return this.#options.prefix ?? DEFAULT_PREFIX;
  }

  #nameOf(name: string): LockName {
    return lockName(this.#prefix, name);
  }

  /** Runs a command of the test itself. */
  readonly #run = (...words: readonly string[]): unknown => {
    const given = answer(this.#engine, words);
    return "result" in given ? given.result : undefined;
  };

  #witness(command: readonly string[]): Answer {
    const given = answer(this.#engine, command);
    this.#witnessed.push({ command, result: "result" in given ? given.result : undefined });
    // Many at once: one by one would move the whole array for every command.
    if (this.#witnessed.length > 2 * MOST_WITNESSED) this.#witnessed.splice(0, MOST_WITNESSED);
    return given;
  }
}

function faultsOf({ faults }: Network): TestFaults {
  return {
    set(plan) {
      const { rules, seed = 0 } = ownMembers("plan", plan, ["rules", "seed"], "rules");
      if (!isSeed(seed)) throw new InvalidOptionError("seed", "must be a whole number");
      faults.set({ seed, rules: checkRules<FaultRule>(rules, neutralKinds, wrong) });
    },
    clear: () => faults.clear(),
    state: () => faults.state(),
  };
}

function wrong(place: string, problem: string): InvalidOptionError {
  const more = place.endsWith(".fault") ? "; a fault in the bytes of HTTP or TCP needs the gateway" : "";
  return new InvalidOptionError(place, problem + more);
}
