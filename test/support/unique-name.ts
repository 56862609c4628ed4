let names = 0;

/** A lock name no other test uses: tests share one Redis. */
export function uniqueName(): string {
  names += 1;
  return `t:${crypto.randomUUID().slice(0, 8)}:${names}`;
}
