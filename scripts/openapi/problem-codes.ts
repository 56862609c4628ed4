// The codes of problems by their status. A test compares them with the table of docs/lock-api.md.
export const PROBLEM_CODES: Readonly<Record<number, readonly string[]>> = {
  400: ["INVALID_OPTION", "HTTP_400"],
  401: ["HTTP_401"],
  403: ["HTTP_403"],
  404: ["HTTP_404"],
  405: ["HTTP_405"],
  409: ["LOCK_LOST", "LEASE_FIXED", "UPGRADE_REFUSED", "NOT_A_LOCK", "HTTP_409", "PERMITS_UNSET", "HOLD_ENDED"],
  413: ["HTTP_413"],
  415: ["HTTP_415"],
  422: ["IDEMPOTENCY_KEY_REUSED"],
  423: ["LOCK_BUSY"],
  429: ["TOO_MANY_HOLDS", "HTTP_429"],
  500: ["HTTP_500", "NO_WATCHDOG", "INTERNAL"],
  502: ["REDIS_REFUSED", "UNEXPECTED_REPLY"],
  503: ["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN", "WATCHDOG_UNREACHABLE", "CLOSED", "HTTP_503"],
};
