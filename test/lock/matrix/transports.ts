// The columns of the matrix of kinds and transports, and the cells that have no tests.

/** In the order of the table. */
export const TRANSPORTS = ["HTTP", "pipelined", "@upstash/redis", "ioredis", "node-redis"] as const;

export type Transport = (typeof TRANSPORTS)[number];

/** Cells without tests. */
interface Untested {
  readonly transport: Transport;
  readonly rows: RegExp;
  readonly reason: string;
}

export const UNTESTED: readonly Untested[] = [
  {
    transport: "@upstash/redis",
    rows: /^light\b/,
    reason: "light locks take an address, or a port that sends single commands",
  },
  {
    transport: "pipelined",
    rows: /, counted$/,
    reason: "these tests count requests, and several calls share one",
  },
];
