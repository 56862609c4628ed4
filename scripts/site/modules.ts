// The modules of the API reference, in the order of its sidebar: each entry of `exports` in package.json stands here
// once, which a test checks.

export interface Module {
  /** How a program imports it. */
  readonly name: string;
  /** Its text in the list of modules. */
  readonly text: string;
}

export const MODULES: readonly Module[] = [
  { name: "leasehound", text: "Every kind of lock, semaphore and latch, for any runtime." },
  { name: "leasehound/light", text: "A lock of two commands, with fewer promises." },
  { name: "leasehound/ioredis", text: "Locks over a client of ioredis or iovalkey." },
  { name: "leasehound/node-redis", text: "Locks over a client of node-redis." },
  { name: "leasehound/testing", text: "Locks without a server, for tests, on fake time." },
  {
    name: "leasehound/testing/port",
    text: "The tests that each port must pass, and the proof of the locks on a database.",
  },
  { name: "leasehound/port", text: "What a connection to Redis of your own must do." },
  { name: "leasehound/api", text: "The lock API as an app of Hono, its callers and their tokens." },
  { name: "leasehound/remote", text: "The typed client of a lock API: its locks, and its watchdog." },
  { name: "leasehound/hono", text: "A lock around a route of Hono." },
  { name: "leasehound/vercel", text: "A lock around a route of Next.js or a function of Vercel." },
  { name: "leasehound/web", text: "A lock around any handler of a Fetch request." },
  { name: "leasehound/web-locks", text: "The Web Locks API (`navigator.locks`), across processes." },
  {
    name: "leasehound/durable-object",
    text: "Locks of a Durable Object, and the watchdog that keeps what is handed off. Cloudflare only.",
  },
  { name: "leasehound/otel", text: "Metrics and spans of locks, for OpenTelemetry." },
  { name: "leasehound/dashboard", text: "A page that shows the held locks, their holders and their waiters." },
];
