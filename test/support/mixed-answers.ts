// A fetch for clients of a lock API, behind a proxy that gives answers to the wrong requests.
import { sleep } from "../../src/base/timers.ts";
import type { Fetch } from "../../src/service/remote/index.ts";

/** Returns the members that name the attempt of a request, for a made-up answer. */
export function named({ headers }: RequestInit): { readonly nonce: string | null } {
  return { nonce: new Headers(headers).get("request-nonce") };
}

type Send = () => Promise<Response>;

/** Mixes up answers as a test asks. */
export class MixedAnswers {
  /** The verbs of all requests. For `GET {name}`, the verb is the name. */
  readonly sent: string[] = [];
  /** How many answers went to the wrong request. */
  mixed = 0;
  readonly #send: Fetch;
  #answer: (verb: string, send: Send) => Promise<Response> = (_, send) => send();

  constructor(send: Fetch = fetch) {
    this.#send = send;
  }

  readonly fetch: Fetch = (to, init) => {
    const [path = ""] = to.split("?");
    const verb = path.slice(path.lastIndexOf("/") + 1);
    this.sent.push(verb);
    return this.#answer(verb, () => this.#send(to, init));
  };

  /** Gives the first answer to this verb from now on to the next `times` requests of it, too. */
  replay(verb: string, times: number): void {
    let first: Promise<Response> | undefined;
    let left = times;
    this.#answer = async (asked, send) => {
      const response = await send();
      if (asked !== verb) return response;
      if (first === undefined) {
        first = recorded(response);
        return (await first).clone();
      }
      if (left === 0) return response;
      left -= 1;
      this.mixed += 1;
      return (await first).clone();
    };
  }

  /** Exchanges the first two answers to this verb from now on. */
  swap(verb: string): void {
    const exchange = new Exchange();
    let left = 2;
    this.#answer = async (asked, send) => {
      const response = await send();
      if (asked !== verb || left === 0) return response;
      left -= 1;
      this.mixed += 1;
      return exchange.give(response);
    };
  }

  /**
   * Mixes up a share of all answers. Half of them are exchanged with another answer to the same verb. In place of the
   * others, an earlier answer to it is repeated. One in ten of those that reach their request comes late, by `latestMs`
   * at most.
   */
  mixShare(share: number, latestMs: number, random: () => number): void {
    const exchanges = new Map<string, Exchange>();
    const earlier = new Map<string, Promise<Response>[]>();
    this.#answer = async (verb, send) => {
      const response = await send();
      const known = earlier.get(verb) ?? [];
      earlier.set(verb, known);
      const at = Math.floor(random() * known.length);
      const old = known[at];
      const copy = recorded(response.clone());
      // The stream of a caller that leaves is cut.
      copy.catch(() => {});
      if (known.length < MOST_RECORDED) known.push(copy);
      else known[at] = copy;
      const fate = random();
      if (fate < share / 2) {
        const exchange = exchanges.get(verb) ?? new Exchange();
        exchanges.set(verb, exchange);
        const other = await exchange.give(response, LONGEST_EXCHANGE_MS);
        if (other !== response) this.mixed += 1;
        return other;
      }
      if (fate > share || old === undefined) {
        if (random() < LATE_SHARE) await sleep(random() * latestMs);
        return response;
      }
      this.mixed += 1;
      return old.then((whole) => whole.clone()).catch(() => response);
    };
  }
}

const MOST_RECORDED = 50;
const LONGEST_EXCHANGE_MS = 100;
const LATE_SHARE = 0.1;

/** Reads an answer to its end, to give it several times. */
async function recorded(response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  // The body is decoded, so its length and encoding no longer count.
  return new Response(await response.text(), { status: response.status, headers: { "content-type": type } });
}

/** Exchanges the answers of two requests. */
class Exchange {
  #waiting: { readonly answer: Response; readonly take: (other: Response) => void } | undefined;

  /** Returns the answer of the other request; after `longestMs`, its own. */
  give(answer: Response, longestMs?: number): Promise<Response> {
    const other = this.#waiting;
    if (other !== undefined) {
      this.#waiting = undefined;
      other.take(answer);
      return Promise.resolve(other.answer);
    }
    return new Promise((take) => {
      const waiting = { answer, take };
      this.#waiting = waiting;
      if (longestMs === undefined) return;
      setTimeout(() => {
        if (this.#waiting === waiting) this.#waiting = undefined;
        take(answer);
      }, longestMs);
    });
  }
}
