// The commands that one tick starts travel as one request: POST /pipeline with a list of commands. Upstash answers 200
// with a list of {"result": …} and {"error": …} in their order. Commands run in that order, and one that fails stops no
// other. A command that is alone in its tick is a plain POST.
//
// A batch is sent in the microtasks of the call that began it. A Worker runs all microtasks of an event before the next
// event, so a batch has commands of one invocation alone: no promise is settled from another one.
import { UnexpectedReplyError } from "../../base/errors.ts";
import { endOfTick } from "../../base/tick.ts";
import { isRedirect, isRefusal, oneRequest } from "../http/http.ts";
import type { RedisEndpoint } from "../options.ts";
import { answerIn, answerToOne, classify, parse, post, type Received } from "./rest.ts";
import type { Answer, CommandTransport } from "./script-port.ts";

// Upstash accepts requests of 10 MB, and bills each command. The limits bound what one lost request delays.
const MOST_COMMANDS = 100;
const MOST_CHARACTERS = 262_144;
const NOT_IMPLEMENTED = 501;

/** The servers that take no list of commands. It grows only with those of the program. */
const withoutPipeline = new Set<string>();

/** One command of a batch. */
interface Member {
  readonly text: string;
  /** The nonce of its attempt, which its result repeats. Undefined: its result names no attempt. */
  readonly nonce: string | undefined;
  /** It is sent in a request of its own: see RunLimits. */
  readonly isAlone: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (thrown: unknown) => void;
  /** Its caller has given up. */
  hasLeft: boolean;
  /** Called when it leaves. */
  onLeave: () => void;
}

/**
 * Returns what sends the commands of one tick together, but for repeated ones. Each command has its own deadline.
 * @param nonceOf returns the nonce that the result of a command repeats. Undefined: it repeats none
 */
export function sendTogether(
  endpoint: RedisEndpoint,
  nonceOf: (command: readonly string[]) => string | undefined,
): CommandTransport["send"] {
  let waiting: Member[] = [];
  async function sendSoon(): Promise<void> {
    await endOfTick();
    const members = waiting;
    waiting = [];
    for (const batch of batches(members, withoutPipeline.has(endpoint.url))) send(endpoint, batch);
  }
  return (command, limits) =>
    oneRequest(limits, [endpoint.token], (signal) => {
      const common = { text: JSON.stringify(command), nonce: nonceOf(command), isAlone: limits.alone === true };
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

/**
 * Divides commands into requests within the limits, in order, without those whose callers have left. `isEachAlone`: each
 * in a request of its own.
 */
function batches(members: readonly Member[], isEachAlone: boolean): Member[][] {
  const all: Member[][] = [];
  let filling: Member[] | undefined;
  let characters = 0;
  for (const member of members) {
    if (member.hasLeft) continue;
    if (member.isAlone || isEachAlone) {
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

/**
 * Sends one batch, and gives each member its answer. Never rejects. `isRefusedTogether`: it was refused as a part of a
 * list.
 */
async function send(endpoint: RedisEndpoint, members: readonly Member[], isRefusedTogether = false): Promise<void> {
  const end = new AbortController();
  let present = members.length;
  function leave(): void {
    present -= 1;
    if (present === 0) end.abort();
  }
  for (const member of members) member.onLeave = leave;
  const [only] = members;
  try {
    if (members.length === 1 && only !== undefined) {
      const answer = await answerToOne(endpoint, only.text, end.signal);
      if (isRefusedTogether) withoutPipeline.add(endpoint.url);
      return only.resolve(answer);
    }
    const body = `[${members.map(({ text }) => text).join()}]`;
    const received = await post(endpoint, "/pipeline", body, end.signal, members.length);
    const { status } = received.response;
    // The server did nothing. Perhaps it takes no list: each command finds that out by itself.
    if (isRefusal(status) || isRedirect(status) || status === NOT_IMPLEMENTED) {
      for (const alone of batches(members, true)) void send(endpoint, alone, true);
      return;
    }
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
  if (status !== 200 || !(isList || whole)) return () => classify(received, whole, secrets, false);
  // The answer to a single command is none to a pipeline.
  const answers = isList ? body.map((item) => answerIn(item, status)) : [];
  const isWhole = answers.length === members.length;
  // The result of a script names its attempt, and the port verifies that. An error names none. So it counts only if no
  // result of the list shows that the list answers another request.
  const isOurs = answers.every((answer, at) => {
    const nonce = members[at]?.nonce;
    return nonce === undefined || !(answer && "result" in answer) || namedBy(answer) === nonce;
  });
  return (at) => {
    const answer = answers[at];
    if (isWhole && answer && (isOurs || "result" in answer)) return answer;
    throw new UnexpectedReplyError("the REST server returned an unexpected reply to a pipeline");
  };
}

function namedBy({ result }: { readonly result: unknown }): unknown {
  return Array.isArray(result) ? result[1] : undefined;
}
