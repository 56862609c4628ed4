// The sidebar of the documentation: each page of docs/ stands here once, which a test checks. The page "index" is
// README.md.

/** The title and the file of each page by the title of its section, the file without `docs/` and `.md`. */
export const SITE_MAP: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Start: {
    Overview: "index",
    "Getting started": "start/getting-started",
    "From redlock and others": "start/coming-from",
    FAQ: "start/faq",
  },
  "Kinds of locks": {
    "Which kind": "kinds/overview",
    Options: "kinds/options",
    Waiting: "kinds/waiting",
    "Handing off": "kinds/handing-off",
    Fencing: "kinds/fencing",
    "A read/write lock in order": "kinds/fair-read-write",
    "Steal a lock": "kinds/steal",
    "navigator.locks": "kinds/web-locks",
    Errors: "kinds/errors",
    Methods: "kinds/methods",
  },
  "Your platform": {
    "Cloudflare Workers": "platforms/workers",
    "Durable Objects": "platforms/durable-objects",
    "Next.js and Vercel": "platforms/vercel",
    "Any Fetch handler": "platforms/fetch-handlers",
    "Node, Deno, Bun": "platforms/node",
    "Express, NestJS, Lambda…": "platforms/in-your-framework",
    "ioredis, node-redis, others": "platforms/transports",
    "Share locks with Java": "platforms/redisson",
  },
  Jobs: {
    "A webhook delivered twice": "jobs/webhook-delivered-twice",
    "A cron that overlaps": "jobs/overlapping-cron",
    "A token refresh": "jobs/token-refresh",
    "One leader": "jobs/leader-election",
    "A cache stampede": "jobs/cache-stampede",
    "One turn per conversation": "jobs/one-turn-at-a-time",
    "A chat that interrupts": "jobs/chat-newest-message",
    "Three at once": "jobs/rate-limited-api",
    "An import that runs for hours": "jobs/long-import",
  },
  "Other packages' locks": {
    "Locks inside other packages": "hosts/packages",
  },
  "In production": {
    Testing: "run/testing",
    "Try a plan": "run/simulate",
    Telemetry: "run/telemetry",
    "My lock stays held": "run/stuck-lock",
    "Who holds what": "run/inspect",
    "The page": "run/dashboard",
    "The command": "run/cli",
    "Prove your database": "run/prove",
  },
  "The lock service": {
    "Locks over HTTP": "service/use-lock-api",
    "Run a lock API": "service/run-lock-api",
    Reference: "service/lock-api",
  },
  "For auditors": {
    Guarantees: "audit/guarantees",
    Faults: "audit/faults",
    "Who is next for a lock": "audit/turns",
    "Replay safety": "audit/replay-safety",
    Security: "audit/security",
    Cost: "audit/cost",
    "Beside other packages": "audit/compare",
    "Differences from Redisson": "audit/redisson",
  },
};
