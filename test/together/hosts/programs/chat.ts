// <file> One of several instances of a bot. A line of standard input is a message: its number. The handler prints the
// messages of its turn at its start and end; `file` tells whether another turn runs.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { createRedisState } from "@chat-adapter/state-redis";
import { type Adapter, Chat, Message } from "chat";
import { createLocks } from "leasehound";
import { leasehoundState } from "../.cache/chat/locks.ts";
import { enter, leave } from "./alone.ts";

const THREAD = "stub:C1:1";
const LATER_TURN_MS = 300;
const [file = "", firstTurns = ""] = process.argv.slice(2);
/** How long the first turns of this process take, in ms. */
const turnsMs = firstTurns.split(",").filter(Boolean).map(Number);

function unused(): never {
  throw new Error("the test does not use this method");
}

const adapter: Adapter = {
  name: "stub",
  userName: "bot",
  initialize: async () => {},
  channelIdFromThreadId: () => "stub:C1",
  addReaction: unused,
  decodeThreadId: unused,
  deleteMessage: unused,
  editMessage: unused,
  encodeThreadId: unused,
  fetchMessages: unused,
  fetchThread: unused,
  handleWebhook: unused,
  parseMessage: unused,
  postMessage: unused,
  removeReaction: unused,
  renderFormatted: unused,
  startTyping: unused,
};

function message(id: string): Message {
  return new Message({
    ...{ id, threadId: THREAD, text: id, raw: {}, attachments: [], formatted: { type: "root", children: [] } },
    author: { userId: "u1", userName: "ann", fullName: "Ann", isBot: false, isMe: false },
    metadata: { dateSent: new Date(), edited: false },
  });
}

const redisState = createRedisState({ url: process.env.REDIS_URL ?? "" });
const bot = new Chat({
  userName: "bot",
  adapters: { stub: adapter },
  state: leasehoundState(redisState, createLocks({ prefix: "chat:" })),
  concurrency: { strategy: "queue", maxQueueSize: 1_000, queueEntryTtlMs: 600_000 },
  logger: "warn",
});
bot.onNewMessage(/^/, async (_thread, { id }, context) => {
  const ids = [...(context?.skipped ?? []).map((skipped) => skipped.id), id].join(",");
  if (!enter(file)) console.log("together");
  console.log(`begin ${ids}`);
  await sleep(turnsMs.shift() ?? LATER_TURN_MS);
  console.log(`end ${ids}`);
  leave(file);
});
await bot.initialize();
console.log("ready");

const open = new Set<Promise<void>>();
for await (const id of createInterface({ input: process.stdin })) {
  const handled = bot.handleIncomingMessage(adapter, THREAD, message(id)).catch((error: unknown) => {
    console.log(`failed ${error}`);
  });
  open.add(handled);
  handled.finally(() => open.delete(handled));
}
await Promise.all(open);
await bot.shutdown();
