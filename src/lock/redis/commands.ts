// The commands of one tick travel as one request: POST /pipeline with a list of commands. Each gets its own answer.
import { InvalidOptionError, UnexpectedReplyError } from "../../base/errors.ts";
import { endsWithInvocation } from "../../base/invocation.ts";
import { own } from "../../base/validate.ts";
import { checkEndpoint, oneRequest } from "../http/http.ts";
import type { RedisEndpoint } from "../options.ts";
import { type CommandSender, senderOfPort } from "./command-sender.ts";
import { databaseOf, wrongRedis } from "./endpoint.ts";
import { isRedisPort, type RedisPort } from "./port.ts";
import type { Answer } from "./script-port.ts";
import { answerIn, classify, parse, post } from "./upstash.ts";

/** Returns what sends commands to a database. Throws INVALID_OPTION naming "redis" or its member. */
export function commandsOf(redis: RedisEndpoint | RedisPort): CommandSender {
  if (isRedisPort(redis)) {
    const sender = senderOfPort(redis);
    if (sender !== undefined) return sender;
    throw new InvalidOptionError("redis", "is a port that sends only scripts: pass that of ioredis or node-redis");
  }
  if (typeof redis !== "object" || redis === null || !("url" in redis)) {
    throw wrongRedis(redis, "{ url, token }, or a RedisPort");
  }
  const endpoint = checkEndpoint(redis.url, redis.token, own(redis).allowHttp);
  return { send: together(endpoint), database: databaseOf(endpoint), secrets: [endpoint.token] };
}

// Upstash bills each command, so this only bounds what one lost request delays.
const MOST_COMMANDS = 100;
// The calls that one batch answers need a few microtasks to return to their callers, who may then send again.
const HOPS = 16;

interface Member {
  readonly text: string;
  readonly timeoutMs: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (thrown: unknown) => void;
}

/** Returns the function that sends the commands of one tick together, but for repeated ones. */
function together(endpoint: RedisEndpoint): CommandSender["send"] {
  let waiting: Member[] = [];
  async function sendSoon(): Promise<void> {
    for (let hop = 0; hop < HOPS; hop += 1) await undefined;
    const members = waiting;
    waiting = [];
    for (let at = 0; at < members.length; at += MOST_COMMANDS) send(endpoint, members.slice(at, at + MOST_COMMANDS));
  }
  return (command, { timeoutMs, alone = false }) =>
    new Promise((resolve, reject) => {
      const member = { text: JSON.stringify(command), timeoutMs, resolve, reject };
      if (alone) send(endpoint, [member]);
      else {
        waiting.push(member);
        // A runtime that ends an invocation may drop its microtasks: there, a later member sends.
        if (waiting.length === 1 || endsWithInvocation()) sendSoon();
      }
    });
}

/** Sends one batch, and gives each member its answer. Never rejects. */
async function send(endpoint: RedisEndpoint, members: readonly Member[]): Promise<void> {
  const secrets = [endpoint.token];
  const isOne = members.length === 1;
  // Who waits longest is answered too late for others, who then ask again.
  const timeoutMs = Math.min(...members.map((member) => member.timeoutMs));
  try {
    const answers = await oneRequest({ timeoutMs }, secrets, async (signal) => {
      const body = `[${members.map(({ text }) => text).join()}]`;
      const received = await post(endpoint, "/pipeline", body, signal, members.length);
      const parsed = parse(received.text);
      const { status } = received.response;
      if (Array.isArray(parsed)) return parsed.map((item) => answerIn(item, status));
      const whole = classify(received, answerIn(parsed, status), secrets, isOne);
      return "error" in whole ? members.map(() => whole) : [];
    });
    for (const [at, { resolve, reject }] of members.entries()) {
      const answer = answers[at];
      if (answer !== undefined && answers.length === members.length) resolve(answer);
      else reject(new UnexpectedReplyError("the REST server returned an unexpected reply to a pipeline"));
    }
  } catch (error) {
    for (const { reject } of members) reject(error);
  }
}
