// A Worker that logs every public object in each usual way.
import { DurableObject } from "cloudflare:workers";
import { createLocks } from "leasehound";
import { DurableLocks, LeaseWatchdog } from "leasehound/durable-object";
import { publicObjects } from "../../../support/public-objects.ts";

interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
  readonly WATCHDOG: DurableObjectNamespace<Watchdog>;
  readonly ROOM: DurableObjectNamespace<Room>;
}

function log(what: string, shown: unknown): void {
  console.log(what, shown);
  console.error(`${what} ${shown}`, JSON.stringify(shown), [shown], { ...Object(shown) });
}

export class Watchdog extends LeaseWatchdog {
  show(): void {
    log("LeaseWatchdog", this);
  }
}

export class Room extends DurableObject<Env> {
  async show(name: string): Promise<string[]> {
    const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = this.env;
    const locks = new DurableLocks(this.ctx, { redis: { url, token } });
    log("DurableLocks", locks);
    const held = await locks.acquire(name, { owner: "room:1" });
    log("Held of DurableLocks", held);
    log("DurableHold", locks.list());
    return [held.serialize()];
  }

  override alarm(): void {}
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env;
    const [, what = "", name = ""] = new URL(request.url).pathname.split("/");
    // Uncaught, so that the platform logs it.
    if (what === "throw")
      await createLocks({ redis: { url: "http://127.0.0.1:9", token } })
        .lock(name)
        .acquire();
    const { objects, secrets, release } = await publicObjects({ url, token }, name);
    for (const [kind, shown] of objects) log(kind, shown);
    await env.WATCHDOG.getByName("one").show();
    const watchdog: object = env.WATCHDOG.getByName("one");
    const asked: unknown = await Promise.resolve(Reflect.apply(Reflect.get(watchdog, "redis"), watchdog, [])).catch(
      String,
    );
    log("LeaseWatchdog, asked for its database", asked);
    const more = await env.ROOM.getByName(name).show(`${name}-room`);
    await release();
    return Response.json({ shown: [...objects.keys()], secrets: [...secrets, ...more] });
  },
};
