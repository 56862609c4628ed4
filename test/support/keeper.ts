// A process that keeps one lock, and prints "kept", and "renewed" after each renewal. The argument is a `KeeperInput`
// as JSON.
import { createClient, lock, sharedRenewals } from "../../src/index.ts";
import type { Endpoint } from "./rest.ts";

export interface KeeperInput {
  readonly redis: Endpoint;
  readonly name: string;
  readonly leaseMs: number;
  readonly renewals: "alone" | "shared";
}

const { redis, name, leaseMs, renewals }: KeeperInput = JSON.parse(process.argv[2] ?? "");
const client = createClient({
  ...{ redis, leaseMs },
  ...(renewals === "shared" && { renewals: sharedRenewals() }),
  onEvent: ({ type }) => {
    if (type === "renewed") console.log("renewed");
  },
});
const held = await lock(client, name).acquire();
const { ended } = held.keepAlive();
console.log("kept");
// The renewals keep no process alive.
const alive = setInterval(() => {}, 1_000);
await ended;
clearInterval(alive);
