// <file> <callers> One of several processes: so many runs of chat() at once, with a middleware that needs a sandbox
// alone. Prints one line for each.
import { setTimeout as sleep } from "node:timers/promises";
import {
  type AdapterYieldChunk,
  chat,
  type DefaultMessageMetadataByModality,
  defineChatMiddleware,
  EventType,
} from "@tanstack/ai";
import { BaseTextAdapter } from "@tanstack/ai/adapters";
import { getLocks, LocksCapability, withLocks } from "@tanstack/ai/locks";
import { createLocks } from "leasehound";
import { leasehoundLockStore } from "../.cache/tanstack-ai/locks.ts";
import { alone } from "./alone.ts";

const [file = "", callers = "0"] = process.argv.slice(2);
const store = leasehoundLockStore(createLocks({ prefix: "ai:" }));

const sandbox = defineChatMiddleware({
  name: "sandbox",
  requires: [LocksCapability],
  async setup(ctx) {
    const isAlone = await getLocks(ctx).withLock("sandbox:42", () => alone(file, () => sleep(5)));
    console.log(isAlone ? "alone" : "together");
  },
});

class Model extends BaseTextAdapter<"stub", object, readonly ["text"], DefaultMessageMetadataByModality> {
  readonly name = "stub";

  constructor() {
    super({}, "stub");
  }

  async *chatStream(): AsyncIterable<AdapterYieldChunk> {
    const ids = { threadId: "t1", runId: "r1", model: "stub", timestamp: 0 };
    yield { type: EventType.RUN_STARTED, ...ids };
    yield { type: EventType.RUN_FINISHED, ...ids, finishReason: "stop" };
  }

  structuredOutput(): Promise<never> {
    throw new Error("the test does not use this method");
  }
}

async function call(): Promise<void> {
  const messages = [{ role: "user" as const, content: "hello" }];
  for await (const _ of chat({ adapter: new Model(), messages, middleware: [withLocks(store), sandbox] }));
}

await Promise.all(Array.from({ length: Number(callers) }, call));
