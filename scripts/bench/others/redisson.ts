// Redisson, in a Java process. An isolate is a client of Redisson, with connections of its own; a caller is a thread.
import { Jvm } from "../../../test/together/interop/jvm.ts";
import { VERSIONS } from "../../../test/together/interop/redisson-build.ts";
import { type Endpoint, LEASE_MS, type Locker } from "../peers/subject.ts";

export const [REDISSON_VERSION] = VERSIONS;

// Many clients share the Java process. The default is 24 connections each.
const FEW_CONNECTIONS = { connectionMinimumIdleSize: 1, subscriptionConnectionMinimumIdleSize: 1 };

let shared: Promise<Jvm> | undefined;

export async function redisson({ redisUrl }: Endpoint, nth: number): Promise<Locker> {
  shared ??= Jvm.start(redisUrl, REDISSON_VERSION);
  const jvm = await shared;
  const client = `isolate-${nth}`;
  const lease = { leaseMs: LEASE_MS };
  // The first client has the defaults.
  if (nth > 0) await jvm.call({ client, thread: "main", do: "client", args: { singleServerConfig: FEW_CONNECTIONS } });
  const idle: string[] = [];
  let threads = 0;
  return {
    async acquire(name) {
      threads += 1;
      const thread = idle.pop() ?? `thread-${threads}`;
      await jvm.call({ client, thread, do: "lock", name, args: lease });
      return async () => {
        await jvm.call({ client, thread, do: "unlock", name });
        idle.push(thread);
      };
    },
  };
}
