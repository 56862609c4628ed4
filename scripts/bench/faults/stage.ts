// The set-up of one package under one fault: a redis-server of its own, and two holders. Each holder is a process, behind
// a gateway of its own that makes the faults, over HTTP and over TCP.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { quietClient } from "../../../src/tools/gateway/redis-link.ts";
import { type RedisServer, startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { ClockFile } from "../../../test/support/clock-file.ts";
import { ENV } from "../settings.ts";
import type { FromHolder, Start, ToHolder } from "./protocol.ts";

export class Stage implements AsyncDisposable {
  readonly redis: RedisServer;
  readonly clocks: ClockFile;
  readonly #opened: AsyncDisposableStack;
  readonly #subject: string;

  private constructor(subject: string, redis: RedisServer, opened: AsyncDisposableStack) {
    this.redis = redis;
    this.#subject = subject;
    this.#opened = opened;
    this.clocks = opened.use(new ClockFile());
  }

  /** `subject`: its id. */
  static async open(subject: string, keepsData: boolean): Promise<Stage> {
    const opened = new AsyncDisposableStack();
    const redis = opened.adopt(await startRedisServer({ appendOnly: keepsData }), (server) => server.stop());
    return new Stage(subject, redis, opened);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }

  /** Starts a holder behind a gateway of its own. `hasClocks`: its machine can be suspended. */
  async startHolder(listen: (message: FromHolder) => void, hasClocks: boolean): Promise<Holder> {
    const gateway = this.#opened.use(await startGateway({ redisUrl: this.redis.url }));
    const env = hasClocks ? { ...ENV, ...this.clocks.env } : ENV;
    const child = fork(new URL("./holder.ts", import.meta.url), {
      stdio: ["ignore", "inherit", "pipe", "ipc"],
      env,
    });
    let said = "";
    child.stderr?.on("data", (text) => {
      said = `${said}${text}`.slice(-2_000);
    });
    const holder = this.#opened.use(new Holder(child, gateway));
    const { url, token, respUrl } = gateway;
    const start: Start = { subject: this.#subject, endpoint: { url, token, redisUrl: respUrl } };
    child.send(start);
    await Promise.race([
      once(child, "message"),
      holder.ended.then(() => {
        throw new Error(`a process of ${this.#subject} could not start: ${said}`);
      }),
    ]);
    child.on("message", listen);
    return holder;
  }

  async restartRedis(downMs: number): Promise<void> {
    await this.redis.kill("SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, downMs));
    await this.redis.restart();
  }

  /** Sends a command as the administrator. */
  async send(...words: string[]): Promise<unknown> {
    const client = await quietClient.duplicate({ url: this.redis.url }).connect();
    try {
      return await client.sendCommand(words);
    } finally {
      client.destroy();
    }
  }
}

export class Holder implements AsyncDisposable {
  readonly gateway: Gateway;
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, gateway: Gateway) {
    this.gateway = gateway;
    this.#child = child;
    this.ended = once(child, "exit");
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  send(message: ToHolder): void {
    if (this.isRunning && this.#child.connected) this.#child.send(message, () => {});
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.isRunning) return;
    this.signal("SIGKILL");
    await this.ended;
  }
}
