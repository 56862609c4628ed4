import type { Watchdog } from "../../../src/index.ts";

/** The class of the Durable Object, as the platform and its callers see it. */
export declare const LeaseWatchdog: new (
  state: object,
  env: object,
) => Required<Pick<Watchdog, "entrust" | "withdraw" | "status" | "keptHolds">> & {
  alarm(info: {
    readonly scheduledTime: number;
    readonly retryCount: number;
    readonly isRetry: boolean;
  }): Promise<void>;
};
