// The parameters of callers of the routes: the lock, and the duration of the work.

export function orderOf(request: Request): string {
  return new URL(request.url).searchParams.get("order") ?? "none";
}

export function workMsOf(request: Request): number {
  return Number(new URL(request.url).searchParams.get("ms") ?? 0);
}

/** The time until the first byte. */
export function firstMsOf(request: Request): number {
  return Number(new URL(request.url).searchParams.get("first") ?? 0);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
