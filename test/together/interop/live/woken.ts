// Prints how soon a waiter got in after a release.

export function tell(version: string, who: string, ms: readonly number[]): void {
  const sorted = ms.map(Math.round).sort((one, other) => one - other);
  const [fastest, median, slowest] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  console.log(`Redisson ${version}: ${who} woken ${fastest} to ${slowest} ms after the release, median ${median} ms`);
}
