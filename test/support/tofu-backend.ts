// The backend of OpenTofu with Miniflare's R2, and requests to it as its client sends them.
import type { Hono } from "hono";
import { Miniflare } from "miniflare";
import { createLocks, type Locks } from "../../src/index.ts";
import { createTofuBackend, type StateBucket, type TofuBackendOptions } from "../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { TOKEN } from "./lock-api.ts";
import { uniqueName } from "./unique-name.ts";

/** An R2 bucket in workerd, until it is disposed of. */
export class TestBucket implements AsyncDisposable {
  readonly bucket: StateBucket;
  readonly #miniflare: Miniflare;

  private constructor(miniflare: Miniflare, bucket: StateBucket) {
    this.#miniflare = miniflare;
    this.bucket = bucket;
  }

  /** Returns the keys that begin with this. */
  async keys(prefix: string): Promise<string[]> {
    const { objects } = await (await this.#miniflare.getR2Bucket("TOFU_STATE")).list({ prefix });
    return objects.map(({ key }) => key);
  }

  static async start(): Promise<TestBucket> {
    const contents = "export default { fetch: () => new Response() }";
    const miniflare = new Miniflare({
      workers: [
        {
          config: {
            name: "states",
            compatibilityDate: "2026-10-23",
            manifest: { mainModule: "index.mjs", modules: { "index.mjs": { type: "esm", contents } } },
            env: { TOFU_STATE: { type: "r2", name: "states" } },
          },
        },
      ],
    });
    return new TestBucket(miniflare, await miniflare.getR2Bucket("TOFU_STATE"));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#miniflare.dispose();
  }
}

/** A backend over a Redis and a bucket of its own. */
export class TofuStage implements AsyncDisposable {
  readonly gateway: Gateway;
  readonly r2: TestBucket;
  readonly locks: Locks;
  readonly app: Hono;

  private constructor(gateway: Gateway, r2: TestBucket) {
    this.gateway = gateway;
    this.r2 = r2;
    this.locks = createLocks({ redis: gateway });
    this.app = tofuBackend({ locks: this.locks, bucket: r2.bucket });
  }

  static async start(): Promise<TofuStage> {
    return new TofuStage(...(await Promise.all([startGateway(), TestBucket.start()])));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.r2[Symbol.asyncDispose]();
    await this.gateway.close();
  }
}

export interface TofuAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Makes the backend, with a root token. */
export function tofuBackend(options: Partial<TofuBackendOptions> & Pick<TofuBackendOptions, "locks" | "bucket">): Hono {
  return Reflect.apply(createTofuBackend, undefined, [Object({ token: TOKEN, ...options })]);
}

/** One client of the backend: its lock has an id of its own. */
export class TofuClient {
  readonly id: string;
  readonly #app: Hono;
  readonly #address: string;
  readonly #token: string;

  constructor(app: Hono, address: string, { token = TOKEN, id }: { token?: string; id?: string } = {}) {
    this.#app = app;
    this.#address = address;
    this.#token = token;
    this.id = id ?? crypto.randomUUID();
  }

  /** The lock info, as of an apply. */
  get info(): Record<string, string> {
    return {
      ...{ ID: this.id, Operation: "OperationTypeApply", Info: "", Who: "ci@runner", Version: "1.12.6" },
      ...{ Created: "2026-11-25T12:00:00.123456789Z", Path: "" },
    };
  }

  lock(method = "LOCK", info: object = this.info): Promise<TofuAnswer> {
    return this.send(method, "", JSON.stringify(info));
  }

  unlock(method = "UNLOCK", info: object = this.info): Promise<TofuAnswer> {
    return this.send(method, "", JSON.stringify(info));
  }

  read(): Promise<TofuAnswer> {
    return this.send("GET");
  }

  /** Writes a state, with the id of the lock unless `withId` is false. */
  write(state: string, withId = true): Promise<TofuAnswer> {
    return this.send("POST", withId ? `ID=${this.id}` : "", state);
  }

  async send(method: string, query = "", body?: string, more: Record<string, string> = {}): Promise<TofuAnswer> {
    const glue = this.#address.includes("?") ? "&" : "?";
    const response = await this.#app.request(`/${this.#address}${query === "" ? "" : glue + query}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`ci:${this.#token}`)}`,
        ...(body !== undefined && { "content-type": "application/json", "content-md5": "aWdub3JlZA==" }),
        ...more,
      },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

/** Returns the name of a new state. */
export function newState(): string {
  return `states/${uniqueName()}`;
}
