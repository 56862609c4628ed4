// One attempt to acquire a hold of a lock API. All copies of its request have one key, so they never get two holds.

import { nowMs } from "../../base/clock.ts";
import { MAX_MS } from "../../lock/options.ts";
import type { AcquireReply, BusyReply, Ended, RunLimits } from "../../lock/protocol.ts";
import type { AcquireFields } from "../api/contract/contract.ts";
import {
  type ApiEvents,
  ApiProblem,
  type ApiRequest,
  ask,
  askForEvents,
  type Fields,
  isEvents,
  type LockApi,
  type ReadAnswer,
  textIn,
  unexpectedAnswer,
  wholeIn,
} from "./api-request.ts";
import { endIn, errorOf } from "./problems.ts";

const ACQUIRE = "POST /{name}/acquire";
// The API answers a wait with its first event, after its first attempt. A request without an answer is sent again.
const BEGINS_MS = 5_000;
// Refusals in the stream of an attempt for which the API still waits.
const going = new WeakSet<object>();

/** Returns whether the API still waits after this refusal, and will send another event. */
export function goesOn(refusal: object): boolean {
  return going.has(refusal);
}

export class Attempt {
  /** The text of the hold. */
  apiText: string | undefined;
  /** A refusal that is final. */
  refusal: BusyReply | Ended | undefined;
  readonly #api: LockApi;
  readonly #name: string;
  readonly #asked: Omit<AcquireFields, "waitMs">;
  readonly #key: string = crypto.randomUUID();
  #events: ApiEvents | undefined;
  /** When its first copy was sent, on the local clock: the lease cannot have begun earlier. 0: not yet. */
  #sentAt = 0;
  /** When its latest answer was requested. */
  #askedAt = 0;

  /** @param asked the body, without `waitMs` */
  constructor(api: LockApi, name: string, asked: Omit<AcquireFields, "waitMs">) {
    this.#api = api;
    this.#name = name;
    this.#asked = asked;
  }

  /** Whether the stream of an answer is open. */
  get isOpen(): boolean {
    return this.#events !== undefined;
  }

  /** Asks without a wait. */
  async ask(limits: RunLimits): Promise<AcquireReply> {
    this.end();
    this.#begin();
    return this.#replyTo(await ask(this.#api, ACQUIRE, this.#request(0), limits));
  }

  /**
   * Asks the API to wait, or reads on in its stream. Returns the reply that the next event contains.
   * @param waitMs the longest wait
   */
  async wait(waitMs: number, { timeoutMs, signal }: RunLimits): Promise<AcquireReply | "crowded"> {
    this.#begin();
    const limits = { timeoutMs: timeoutMs + waitMs, signal };
    const events = this.#events ?? (await this.#askToWait(waitMs, { timeoutMs, signal }));
    if (events instanceof ApiProblem) {
      const isCrowded = events.status === 429 && events.body["code"] !== "TOO_MANY_HOLDS";
      return isCrowded ? "crowded" : this.#replyTo(events);
    }
    if (!isEvents(events)) return this.#replyTo(events);
    this.#events = undefined;
    const event = await events.next(limits);
    if ("hold" in event || "code" in event) {
      events.finish();
      return this.#replyTo(answerIn(event));
    }
    this.#events = events;
    const busy = busyReply(event);
    going.add(busy);
    return busy;
  }

  /** Closes the stream of an answer, if one is open. */
  end(): void {
    this.#events?.end();
    this.#events = undefined;
  }

  #askToWait(
    waitMs: number,
    { timeoutMs, signal }: RunLimits,
  ): Promise<ReadAnswer<typeof ACQUIRE> | ApiProblem | ApiEvents> {
    const limits = { timeoutMs: timeoutMs + Math.min(waitMs, BEGINS_MS), signal };
    return askForEvents(this.#api, ACQUIRE, this.#request(waitMs), limits);
  }

  #request(waitMs: number): ApiRequest<AcquireFields> {
    return { name: this.#name, fields: { ...this.#asked, waitMs }, key: this.#key };
  }

  #begin(): void {
    this.#askedAt = nowMs();
    if (this.#sentAt === 0) this.#sentAt = this.#askedAt;
  }

  #replyTo(answer: Fields | ApiProblem): AcquireReply {
    if (!(answer instanceof ApiProblem)) return this.#grantIn(answer);
    this.refusal = refusalIn(answer, this.#name);
    return this.refusal;
  }

  #grantIn(granted: Fields): AcquireReply {
    const { kind, owner: asked, leaseMs: most = MAX_MS } = this.#asked;
    const { fencingToken = kind === "fencedLock" ? "" : "0" } = granted;
    const owner = textIn(granted["owner"]);
    const apiText = textIn(granted["hold"]);
    const token = textIn(fencingToken);
    const leaseMs = wholeIn(granted["leaseMs"], 1, most);
    const holdCount = wholeIn(granted["holdCount"], 1, asked === undefined ? 1 : undefined);
    if (!/^\d{1,20}$/.test(token)) throw unexpectedAnswer();
    this.apiText = apiText;
    // It may have been granted at any time since the first copy, and this answer renews nothing. The lease may be over.
    const remainingMs = Math.max(0, leaseMs - (this.#askedAt - this.#sentAt));
    return {
      ...{ kind: "held", holdCount, remainingMs, epoch: "" },
      ...(granted["fencingToken"] !== undefined && { fencingToken: token }),
      chosen: { owner, leaseMs, apiText },
    };
  }
}

/** Returns the answer that the last event contains. */
function answerIn(event: Fields): Fields | ApiProblem {
  const { status = 200 } = event;
  if (typeof status !== "number") throw unexpectedAnswer();
  return status === 200 ? event : new ApiProblem(status, event);
}

function refusalIn(answer: ApiProblem, name: string): BusyReply | Ended {
  const { code } = answer.body;
  if (code === "LOCK_BUSY") return busyReply(answer.body);
  if (code === "UPGRADE_REFUSED") return { kind: "ended", end: "upgrade" };
  if (code === "PERMITS_UNSET") return { kind: "ended", end: "unset" };
  if (code === "TOO_MANY_HOLDS") return { kind: "ended", end: "crowded" };
  if (code === "HOLD_ENDED") return { kind: "ended", end: endIn(answer) ?? "lost" };
  throw errorOf(answer, name);
}

function busyReply({ remainingMs, position, holder }: Fields): BusyReply {
  const { label, since }: Fields = Object(holder);
  return {
    kind: "busy",
    remainingMs: wholeIn(remainingMs, -2),
    ...(position !== undefined && { queued: { position: wholeIn(position, 1), againMs: -1 } }),
    // A refusal of the API names no owner.
    ...(typeof label === "string" && {
      holder: { field: "", label, since: typeof since === "number" ? since : undefined },
    }),
  };
}
