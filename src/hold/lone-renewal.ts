// The renewals of one hold, by a timer and requests of their own. This work is not given to waitUntil: on workerd that
// would keep the invocation alive and hide its end. It lives exactly as long as the handler, or the work that the user
// gave to waitUntil. So the renewals die with the invocation, as Redisson's watchdog dies with its process.
import { nowMs } from "../clock.ts";
import { type Sleeper, unwatchResume, watchResume } from "../wait/resume-watch.ts";
import { unrefSleep } from "../wait/sleep.ts";
import type { KeepAliveEnd, KeepAliveLoop, KeepAliveResult, RenewalLimits } from "./keep-alive.ts";
import { type Renewable, Renewing } from "./renewing.ts";

/** Renews this hold from now on. */
export function keepAlone(renewable: Renewable, limits: RenewalLimits): KeepAliveLoop {
  return new LoneRenewing(renewable, limits);
}

class LoneRenewing extends Renewing<Renewable> implements Sleeper {
  #sleep = new AbortController();
  readonly ended = this.#renewUntilEnd();

  async #renewUntilEnd(): Promise<KeepAliveResult> {
    watchResume(this);
    while (this.reason === undefined) {
      const now = nowMs();
      if (this.begin(now, 0)) await this.renewAlone();
      else {
        this.#sleep = new AbortController();
        await unrefSleep(this.dueAt() - now, this.#sleep.signal);
      }
    }
    unwatchResume(this);
    return this.result;
  }

  onResume(): void {
    this.#sleep.abort();
  }

  override soon(): void {
    super.soon();
    this.#sleep.abort();
  }

  override end(reason: KeepAliveEnd): void {
    super.end(reason);
    this.#sleep.abort();
  }
}
