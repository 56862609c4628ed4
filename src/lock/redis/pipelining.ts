// Several scripts in one request: POST /pipeline with a list of commands. Upstash answers 200 with a list of
// {"result": …} and {"error": …} in their order. Commands run in that order, and one that fails stops no other.
//
// A batch is sent in the microtasks of the call that began it. A Worker runs all microtasks of an event before the next
// event, so a batch has scripts of one invocation alone: no promise is settled from another one.
import { UnexpectedReplyError } from "../../base/errors.ts";
import { oneRequest } from "../http/http.ts";
import type { RedisEndpoint } from "../options.ts";
import type { Answer, CommandTransport, Sender } from "./script-port.ts";
import { answerIn, classify, parse, post, type Received } from "./upstash.ts";

// Upstash accepts requests of 10 MB, and bills each command. The limits bound what one lost request delays.
const MOST_COMMANDS = 100;
const MOST_CHARACTERS = 262_144;
// A batch is sent after so many microtasks. The calls that one batch answers need 3 to 10 to return to their callers,
// who may then send again.
const HOPS = 16;

// Only in types: without it, any value would fit an interface whose members are all internal.
declare const opaque: unique symbol;

/** Sends scripts of one tick together: the result of `pipelining()`. */
export interface Pipelining {
  /** @hidden */
  readonly [opaque]?: "Pipelining";
  /** @internal */
  readonly sender: Sender;
}

/**
 * Lets the scripts that a client starts in one tick share a request: for code with many locks in flight, such as a
 * consumer of batches of messages. It saves requests and CPU; Upstash bills the same commands. A lost request leaves
 * the outcome of up to 100 scripts unknown; each is then repeated under its own id, as without pipelining. In a Worker,
 * only scripts of one invocation share a request.
 * @returns the value for `createClient({ pipelining })` and `createLocks({ pipelining })`
 * @example
 * const locks = createLocks({ redis: { url, token }, pipelining: pipelining() });
 */
export function pipelining(): Pipelining {
  return { sender: sendTogether };
}

/** One command of a batch. */
interface Member {
  readonly text: string;
  /** The nonce of its attempt, which its result repeats. */
  readonly nonce: unknown;
  /** It is sent in a request of its own: an earlier attempt got no answer. */
  readonly isAlone: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (thrown: unknown) => void;
  /** Its caller has given up. */
  hasLeft: boolean;
  /** Called when it leaves. */
  onLeave: () => void;
}

function sendTogether(endpoint: RedisEndpoint): CommandTransport["send"] {
  let waiting: Member[] = [];
  async function sendSoon(): Promise<void> {
    for (let hop = 0; hop < HOPS; hop += 1) await undefined;
    const members = waiting;
    waiting = [];
    for (const batch of batches(members)) send(endpoint, batch);
  }
  return (command, limits) =>
    oneRequest(limits, [endpoint.token], (signal) => {
      const nonce = command[3 + Number(command[2])];
      const common = { text: JSON.stringify(command), nonce, isAlone: limits.alone === true };
      return new Promise<Answer>((resolve, reject) => {
        const member: Member = { ...common, resolve, reject, hasLeft: false, onLeave: () => {} };
        waiting.push(member);
        signal.addEventListener("abort", () => {
          member.hasLeft = true;
          member.onLeave();
        });
        // For each member: if the runtime drops the microtasks of an invocation that it ends, a later one sends.
        sendSoon();
      });
    });
}

/** Divides commands into requests within the limits, in order, without those whose callers have left. */
function batches(members: readonly Member[]): Member[][] {
  const all: Member[][] = [];
  let filling: Member[] | undefined;
  let characters = 0;
  for (const member of members) {
    if (member.hasLeft) continue;
    if (member.isAlone) {
      all.push([member]);
      continue;
    }
    characters += member.text.length;
    if (filling !== undefined && filling.length < MOST_COMMANDS && characters <= MOST_CHARACTERS) {
      filling.push(member);
    } else {
      filling = [member];
      all.push(filling);
      characters = member.text.length;
    }
  }
  return all;
}

/** Sends one batch, and gives each member its answer. Never rejects. */
async function send(endpoint: RedisEndpoint, members: readonly Member[]): Promise<void> {
  const end = new AbortController();
  let present = members.length;
  function leave(): void {
    present -= 1;
    if (present === 0) end.abort();
  }
  for (const member of members) member.onLeave = leave;
  const body = `[${members.map(({ text }) => text).join()}]`;
  try {
    const received = await post(endpoint, "/pipeline", body, end.signal, members.length);
    const answerAt = answersIn(received, members, [endpoint.token]);
    for (const [at, { resolve, reject }] of members.entries()) {
      try {
        resolve(answerAt(at));
      } catch (error) {
        reject(error);
      }
    }
  } catch (error) {
    for (const { reject } of members) reject(error);
  }
}

/** Returns the function that reads the answer of one member. It throws as `classify`, or UNEXPECTED_REPLY. */
function answersIn(received: Received, members: readonly Member[], secrets: readonly string[]): (at: number) => Answer {
  const { status } = received.response;
  const body = parse(received.text);
  const whole = answerIn(body, status);
  const isList = Array.isArray(body);
  if (status !== 200 || !(isList || whole)) return () => classify(received, whole, secrets, members.length === 1);
  // The answer to a single command is none to a pipeline.
  const answers = isList ? body.map((item) => answerIn(item, status)) : [];
  const isWhole = answers.length === members.length;
  // A result names its attempt, and the port verifies that. An error names none. So it counts only if no result of the
  // list shows that the list answers another request.
  const isOurs = answers.every(
    (answer, at) => !(answer && "result" in answer) || namedBy(answer) === members[at]?.nonce,
  );
  return (at) => {
    const answer = answers[at];
    if (isWhole && answer && (isOurs || "result" in answer)) return answer;
    throw new UnexpectedReplyError("the REST server returned an unexpected reply to a pipeline");
  };
}

function namedBy({ result }: { readonly result: unknown }): unknown {
  return Array.isArray(result) ? result[1] : undefined;
}
