// The sidebar of the documentation: each page of docs/ stands here once, which a test checks. The page "index" is
// README.md.

interface Section {
  readonly title: string;
  /** The title and the file of each page, the file without `docs/` and `.md`. */
  readonly pages: readonly (readonly [title: string, page: string])[];
}

export const SITE_MAP: readonly Section[] = [
  {
    title: "Start",
    pages: [
      ["Overview", "index"],
      ["Getting started", "getting-started"],
      ["From redlock and others", "coming-from"],
      ["Postgres advisory locks", "instead-of-advisory-locks"],
    ],
  },
  {
    title: "Your platform",
    pages: [
      ["Cloudflare Workers", "workers"],
      ["Durable Objects", "durable-objects"],
      ["Next.js and Vercel", "vercel"],
      ["Next.js server actions", "server-actions"],
      ["Any Fetch handler", "fetch-handlers"],
      ["Node, Deno, Bun", "node"],
      ["Express, NestJS, Lambda…", "in-your-framework"],
      ["ioredis, node-redis, others", "transports"],
      ["Locks over HTTP", "use-lock-api"],
      ["Run a lock API", "run-lock-api"],
      ["Security of a lock API", "lock-api-security"],
      ["Reference of the lock API", "lock-api"],
      ["Typed client of the API", "remote"],
      ["Callers and tokens of the API", "api-tokens"],
      ["Upgrade the lock service", "upgrading"],
    ],
  },
  {
    title: "Jobs",
    pages: [
      ["A webhook delivered twice", "jobs/webhook-delivered-twice"],
      ["A cron that overlaps", "jobs/overlapping-cron"],
      ["A CI job", "jobs/ci-job"],
      ["A token refresh", "jobs/token-refresh"],
      ["One leader", "jobs/leader-election"],
      ["A cache stampede", "jobs/cache-stampede"],
      ["One turn per conversation", "jobs/one-turn-at-a-time"],
      ["A chat that interrupts", "jobs/chat-newest-message"],
      ["Three at once", "jobs/rate-limited-api"],
      ["An import that runs for hours", "long-import"],
    ],
  },
  {
    title: "Other packages' locks",
    pages: [
      ["node-cron", "hosts/node-cron"],
      ["Chat SDK", "hosts/chat"],
      ["TanStack AI", "hosts/tanstack-ai"],
      ["atproto", "hosts/atproto"],
      ["Verrou and AdonisJS", "hosts/verrou"],
    ],
  },
  {
    title: "Guides",
    pages: [
      ["Kinds of locks", "kinds"],
      ["Options", "options"],
      ["Waiting", "waiting"],
      ["Handing off", "handing-off"],
      ["Owners of your own", "owners"],
      ["Fencing", "fencing"],
      ["Testing", "testing"],
      ["Telemetry", "telemetry"],
      ["Who holds what", "inspect"],
      ["The page", "dashboard"],
      ["My lock is not released", "not-released"],
      ["A lock is stuck", "stuck-lock"],
      ["A read/write lock in order", "fair-read-write"],
      ["Steal a lock", "steal"],
      ["navigator.locks", "web-locks"],
      ["The command", "cli"],
      ["Prove your database", "prove"],
      ["Run a command under a lock", "run"],
      ["Errors", "errors"],
      ["FAQ", "faq"],
    ],
  },
  {
    title: "Reference",
    pages: [
      ["Methods", "api"],
      ["Size", "size"],
      ["Share locks with Java", "redisson"],
    ],
  },
  {
    title: "For auditors",
    pages: [
      ["Guarantees", "audit/guarantees"],
      ["Faults", "audit/faults"],
      ["Who is next for a lock", "audit/turns"],
      ["Replay safety", "audit/replay-safety"],
      ["Security", "audit/security"],
      ["Cost", "audit/cost"],
      ["Beside other packages", "audit/compare"],
      ["Differences from Redisson", "audit/redisson"],
    ],
  },
];
