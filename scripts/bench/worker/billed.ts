// The units that Cloudflare bills for Durable Objects. The objects of this worker share one isolate, and therefore
// these counters.

/** Since the last reset. */
export const billed = { requests: 0, alarms: 0, rowsWritten: 0, rowsRead: 0, activeMs: 0 };

export type Billed = Readonly<typeof billed>;

export function resetBilled(): void {
  Object.assign(billed, { requests: 0, alarms: 0, rowsWritten: 0, rowsRead: 0, activeMs: 0 });
}
