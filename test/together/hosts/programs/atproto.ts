// <restores> One of several processes: so many restores of one session at once. Prints one line for each.
import { NodeOAuthClient } from "@atproto/oauth-client-node";
import { createLocks } from "leasehound";
import { leasehoundRequestLock } from "../.cache/atproto/locks.ts";
import { did, options } from "./atproto-app.ts";

const [restores = "0"] = process.argv.slice(2);
const requestLock = leasehoundRequestLock(createLocks({ prefix: "atproto:" }));
const client = new NodeOAuthClient({ ...options, requestLock });

async function restore(): Promise<void> {
  try {
    await client.restore(did);
    console.log("restored");
  } catch (error) {
    console.log(`failed: ${error} ${error instanceof Error ? error.cause : ""}`);
  }
}

await Promise.all(Array.from({ length: Number(restores) }, restore));
