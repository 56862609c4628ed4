// Redisson, in a Java process. An isolate is a client of Redisson, with connections of its own; a caller is a thread.
import { Jvm } from "../../../test/together/interop/jvm.ts";
import { VERSIONS } from "../../../test/together/interop/redisson-build.ts";
import type { Endpoint, Locker } from "../locker.ts";

const [VERSION] = VERSIONS;
// Many clients share the Java process. The default is 24 connections each.
const FEW_CONNECTIONS = { connectionMinimumIdleSize: 1, subscriptionConnectionMinimumIdleSize: 1 };

let shared: Promise<Jvm> | undefined;

export async function redisson({ redisUrl }: Endpoint, leaseMs: number, nth: number): Promise<Locker> {
  shared ??= Jvm.start(redisUrl, VERSION);
  const jvm = await shared;
  const client = `isolate-${nth}`;
  // The first client has the defaults.
  if (nth > 0) await jvm.call({ client, thread: "main", do: "client", args: { singleServerConfig: FEW_CONNECTIONS } });
  const idle: string[] = [];
  let threads = 0;
  return async (name) => {
    threads += 1;
    const thread = idle.pop() ?? `thread-${threads}`;
    await jvm.call({ client, thread, do: "lock", name, args: { leaseMs } });
    const release = async () => {
      await jvm.call({ client, thread, do: "unlock", name });
      idle.push(thread);
    };
    return { release };
  };
}
