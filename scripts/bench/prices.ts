// Public prices, in US dollars, without the amounts that a plan includes.

/** Workers Paid plan, https://developers.cloudflare.com/durable-objects/platform/pricing/ */
export const DURABLE_OBJECTS = {
  asOf: "19 June 2026",
  /** For a method call or an alarm run. */
  request: 0.15e-6,
  /** Each setAlarm and each deletion is one. */
  rowWritten: 1e-6,
  rowRead: 0.001e-6,
  gbSecond: 12.5e-6,
} as const;

/** An object is billed as having this much memory while it is active. */
export const OBJECT_GB = 0.128;

/** Pay as you go, https://upstash.com/docs/redis/overall/pricing */
export const UPSTASH = { asOf: "18 June 2026", command: 0.2 / 100_000 } as const;

/** Billed units of Redis, and of Durable Objects. */
export interface Usage {
  readonly commands: number;
  readonly objectRequests: number;
  readonly rowsWritten: number;
  readonly rowsRead: number;
  readonly objectMs: number;
}

export function gbSeconds({ objectMs }: Usage): number {
  return (objectMs / 1_000) * OBJECT_GB;
}

export function redisPrice({ commands }: Usage): number {
  return commands * UPSTASH.command;
}

export function objectPrice(usage: Usage): number {
  const { request, rowWritten, rowRead, gbSecond } = DURABLE_OBJECTS;
  return (
    usage.objectRequests * request +
    usage.rowsWritten * rowWritten +
    usage.rowsRead * rowRead +
    gbSeconds(usage) * gbSecond
  );
}
