// @upstash/lock: a try each 100 ms, its default. Only the number of tries is raised.
import { createRequire } from "node:module";
import { Lock } from "@upstash/lock";
import { type Endpoint, LEASE_MS, type Locker } from "../subject.ts";

// @upstash/lock is CommonJS, whose types of the client differ from those of an import.
type Upstash = typeof import("@upstash/redis", { with: { "resolution-mode": "require" }});
const { Redis }: Upstash = createRequire(import.meta.url)("@upstash/redis");

export async function upstashLock({ url, token }: Endpoint): Promise<Locker> {
  const redis = new Redis({ url, token });
  return {
    async acquire(id) {
      // The number of attempts requires the delay: 100 ms is the default of its code (its comment says 0.1).
      const retry = { attempts: Number.POSITIVE_INFINITY, delay: 100 };
      const lock = new Lock({ redis, id, lease: LEASE_MS, retry });
      await lock.acquire();
      return () => lock.release();
    },
  };
}
