// The floors: SET NX, and a script that deletes, without any library around the requests.
import { Redis } from "ioredis";
import { type Endpoint, LEASE_MS, type Locker } from "../peers/subject.ts";

const RELEASE = 'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0';

type Send = (...command: string[]) => Promise<unknown>;

/** Does not wait: a busy lock is an error. */
function lockerOf(send: Send): Locker {
  return {
    async acquire(name) {
      const value = crypto.randomUUID();
      if ((await send("SET", name, value, "NX", "PX", `${LEASE_MS}`)) !== "OK") throw new Error(`${name} is busy`);
      return () => send("EVAL", RELEASE, "1", name, value);
    },
  };
}

export async function bareFetch({ url, token }: Endpoint): Promise<Locker> {
  const headers = { authorization: `Bearer ${token}` };
  return lockerOf(async (...command) => {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(command) });
    return Object(await response.json()).result;
  });
}

export async function bareSocket({ redisUrl }: Endpoint): Promise<Locker> {
  const redis = new Redis(redisUrl);
  return lockerOf((name = "", ...args) => redis.call(name, ...args));
}
