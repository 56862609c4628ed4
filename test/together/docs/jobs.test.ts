// The programs of docs/jobs, in workerd: each fails without the lock as its page says, and works with it.
import type { Miniflare } from "miniflare";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type CodeBlock, codeBlocks, compileStrictly, writeCodeBlocks } from "../../support/code-blocks.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";
import { Service } from "../../support/service.ts";
import { startModule } from "../../support/start-module.ts";

const folder = ".cache/jobs";
const FIXED = [
  "webhook",
  "overlap",
  "again",
  "rotating",
  "refresh",
  "stampede",
  "turns",
  "interrupt",
  "streamed",
  "partner",
];
const blocks = codeBlocks([...FIXED, "worker"], folder).filter(
  // pages.test.ts runs that of an import for hours.
  ({ page }) => page.startsWith("docs/jobs/") && page !== "docs/jobs/long-import.md",
);

/** Returns the program of a page that works. */
function fixed(marker: string): CodeBlock {
  const [block, ...more] = blocks.filter((one) => one.marker === marker);
  if (block === undefined || more.length > 0) throw new Error(`the pages need one block of: ${marker}`);
  return block;
}

/** Returns the program at the start of a job's page, which fails. */
function failing(job: string): CodeBlock {
  const [block] = blocks.filter(({ page, marker }) => marker === "worker" && page === `docs/jobs/${job}.md`);
  if (block === undefined) throw new Error(`the page begins with no failing program: ${job}`);
  return block;
}

// The names of the locks are those of the pages: they need a Redis of their own.
let gateway: Gateway;
let locks: Locks;
let service: Service;
let partner: Service;
const running: Miniflare[] = [];

beforeAll(async () => {
  writeCodeBlocks(folder, blocks);
  gateway = await startGateway();
  locks = createLocks({ redis: gateway });
});
afterAll(() => gateway?.close());

beforeEach(async () => {
  service = new Service();
  partner = new Service();
  await Promise.all([service.start(), partner.start(), command(gateway, "FLUSHALL")]);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((miniflare) => miniflare.dispose()));
  service.stop();
  partner.stop();
});

/** Starts a program in a workerd of its own: one isolate. */
async function start(block: CodeBlock): Promise<Miniflare> {
  const texts = {
    UPSTASH_REDIS_REST_URL: gateway.url,
    UPSTASH_REDIS_REST_TOKEN: gateway.token,
    PAYMENTS_URL: service.url,
    JOBS_URL: service.url,
    PRICES_URL: service.url,
    MODEL_URL: service.url,
    PARTNER_TOKEN_URL: service.url,
    PARTNER_URL: partner.url,
  };
  const vars = Object.entries(texts).map(([key, value]) => [key, { type: "text" as const, value }] as const);
  const env = { ...Object.fromEntries(vars), DB: { type: "d1" as const, name: "db", id: "db" } };
  const miniflare = await startModule(block.path, block.marker, { env });
  running.push(miniflare);
  return miniflare;
}

/** Returns a function that sends a Worker a POST with this body as JSON. */
async function asking(miniflare: Miniflare): Promise<(body?: object) => Promise<Response>> {
  const url = await miniflare.ready;
  return (body = {}) => fetch(url, { method: "POST", body: JSON.stringify(body) });
}

async function makeTable(miniflare: Miniflare, columns: string): Promise<void> {
  await (await miniflare.getD1Database("DB")).exec(`CREATE TABLE ${columns}`);
}

const statuses = async (answers: readonly Promise<Response>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status);

describe("the jobs", () => {
  it("compile strictly", () => {
    const ambient = `interface Env { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string; PAYMENTS_URL: string;
      PRICES_URL: string; MODEL_URL: string; PARTNER_TOKEN_URL: string; PARTNER_URL: string; JOBS_URL: string; DB: D1Database }`;
    compileStrictly(folder, "jobs", "worker", blocks, ambient);
  });
});

describe("two deliveries of one webhook", () => {
  const events = "events (id TEXT PRIMARY KEY)";
  const event = { id: "evt_1", order: "42" };

  it("pay twice without a lock", async () => {
    const worker = await start(failing("webhook-delivered-twice"));
    await makeTable(worker, events);
    const ask = await asking(worker);
    const answerAll = service.hold();
    const answers = [ask(event), ask(event)];
    await eventually(() => service.calls.length === 2);
    answerAll();
    expect((await statuses(answers)).sort()).toEqual([200, 500]);
  });

  it("pay once, under one key, and both get a success", async () => {
    const worker = await start(fixed("webhook"));
    await makeTable(worker, events);
    const ask = await asking(worker);
    const answerAll = service.hold();
    const answers = [ask(event), ask(event)];
    await eventually(() => service.calls.length === 1);
    // The other one was refused, and listens.
    await eventually(async () => (await gateway.counters()).openStreams === 1);
    // Another event does not wait.
    const other = ask({ id: "evt_2", order: "43" });
    await eventually(() => service.calls.length === 2);
    answerAll();
    expect(await statuses([...answers, other])).toEqual([200, 200, 200]);
    expect((await ask(event)).status).toBe(200);
    expect(service.calls.map(({ key }) => key)).toEqual(["evt_1", "evt_2"]);
  });

  it("are sent again after a payment that failed", async () => {
    const worker = await start(fixed("webhook"));
    await makeTable(worker, events);
    const ask = await asking(worker);
    service.answer = { status: 500, body: "" };
    expect((await ask(event)).status).toBe(502);
    service.answer = { status: 200, body: "done" };
    expect(await (await ask(event)).text()).toBe("paid");
    expect(service.calls).toHaveLength(2);
  });
});

describe("a cron job that takes longer than its interval", () => {
  const run = async (miniflare: Miniflare): Promise<unknown> =>
    (await (await miniflare.getWorker()).scheduled({ cron: "*/5 * * * *" })).outcome;

  it("overlaps itself without a lock", async () => {
    const worker = await start(failing("overlapping-cron"));
    const answerAll = service.hold();
    const runs = [run(worker), run(worker)];
    await eventually(() => service.calls.length === 2);
    answerAll();
    expect(await Promise.all(runs)).toEqual(["ok", "ok"]);
  });

  it("is skipped while it runs, and runs again afterwards", async () => {
    const worker = await start(fixed("overlap"));
    const answerAll = service.hold();
    const first = run(worker);
    await eventually(() => service.calls.length === 1);
    expect(await run(worker)).toBe("ok");
    expect(service.calls).toHaveLength(1);
    answerAll();
    expect(await first).toBe("ok");
    await eventually(async () => !(await locks.lock("cron:sync").isLocked()));
    expect(await run(worker)).toBe("ok");
    expect(service.calls).toHaveLength(2);
    // A run that fails releases the lock.
    service.answer = { status: 500, body: "" };
    expect(await run(worker)).not.toBe("ok");
    await eventually(async () => !(await locks.lock("cron:sync").isLocked()));
  });
});

describe("five requests with an expired token", () => {
  const token = JSON.stringify({ access_token: "0123456789", expires_in: 3_600 });

  it.each([
    ["fetch five tokens without a lock", () => failing("token-refresh"), 5],
    ["fetch one token in a single flight", () => fixed("refresh"), 1],
  ])("%s", async (_, block, fetched) => {
    const ask = await asking(await start(block()));
    service.answer = { status: 200, body: token };
    const answerAll = service.hold();
    const answers = Array.from({ length: 5 }, () => ask());
    await eventually(() => service.calls.length === fetched);
    if (fetched === 1) await eventually(async () => (await gateway.counters()).openStreams === 1);
    answerAll();
    expect(await statuses(answers)).toEqual([200, 200, 200, 200, 200]);
    expect(service.calls).toHaveLength(fetched);
    expect(partner.calls).toHaveLength(5);
  });
});

describe("five requests with a refresh token that works once", () => {
  const row = { version: 1, access: "old", refresh: "first", until: 0 };
  const given = { access_token: "new", refresh_token: "second", expires_in: 3_600 };

  async function prepared(): Promise<{ worker: Miniflare; stored: () => Promise<unknown> }> {
    const worker = await start(fixed("rotating"));
    await makeTable(worker, "tokens (version INTEGER, access TEXT, refresh TEXT, until INTEGER)");
    const db = await worker.getD1Database("DB");
    await db
      .prepare("INSERT INTO tokens VALUES (?, ?, ?, ?)")
      .bind(...Object.values(row))
      .run();
    return { worker, stored: () => db.prepare("SELECT * FROM tokens").first() };
  }

  it("spend it once", async () => {
    const { worker, stored } = await prepared();
    const ask = await asking(worker);
    service.answer = { status: 200, body: JSON.stringify(given) };
    const answers = Array.from({ length: 5 }, () => ask());
    expect(await statuses(answers)).toEqual([200, 200, 200, 200, 200]);
    expect(service.calls.map(({ body }) => body)).toEqual(["first"]);
    expect(await stored()).toMatchObject({ version: 2, access: "new", refresh: "second" });
    expect(partner.calls).toHaveLength(5);
  });

  it("do not spend it again after a failure that may have spent it", async () => {
    const { worker } = await prepared();
    const ask = await asking(worker);
    service.answer = { status: 500, body: "" };
    await ask().catch(() => {});
    service.answer = { status: 200, body: JSON.stringify(given) };
    expect((await ask()).status).toBe(401);
    expect(service.calls.map(({ body }) => body)).toEqual(["first"]);
  });
});

describe("a cache stampede of five requests", () => {
  it("fetches five times without a lock", async () => {
    const ask = await asking(await start(failing("cache-stampede")));
    const answerAll = service.hold();
    const answers = Array.from({ length: 5 }, () => ask());
    await eventually(() => service.calls.length === 5);
    answerAll();
    expect(await statuses(answers)).toEqual([200, 200, 200, 200, 200]);
  });

  it("fetches once, in whichever of two isolates", async () => {
    const asks = [await asking(await start(fixed("stampede"))), await asking(await start(fixed("stampede")))];
    const answerAll = service.hold();
    const answers = asks.flatMap((ask) => [ask(), ask(), ask()]);
    await eventually(() => service.calls.length === 1);
    await eventually(async () => (await gateway.counters()).openStreams === 2);
    answerAll();
    const texts = await Promise.all((await Promise.all(answers)).map((answer) => answer.text()));
    expect(texts).toEqual(Array.from({ length: 6 }, () => "done"));
    expect(await (await asks[0]?.())?.text()).toBe("done");
    expect(service.calls).toHaveLength(1);
  });
});

describe("two messages of one conversation", () => {
  it("are answered at the same time without a lock, and one is overwritten", async () => {
    const worker = await start(failing("one-turn-at-a-time"));
    await makeTable(worker, "chats (id TEXT PRIMARY KEY, messages TEXT)");
    const ask = await asking(worker);
    const answerAll = service.hold();
    const answers = ["first", "second"].map((question) => ask({ id: "7", question }));
    await eventually(() => service.calls.length === 2);
    answerAll();
    expect(await statuses(answers)).toEqual([200, 200]);
    const row = (await worker.getD1Database("DB")).prepare("SELECT messages FROM chats");
    expect(JSON.parse((await row.first<string>("messages")) ?? "")).toHaveLength(2);
  });

  it("are answered in order, the second one with the first message", async () => {
    const worker = await start(fixed("turns"));
    const columns = "chat TEXT, number INTEGER, question TEXT, answer TEXT, PRIMARY KEY (chat, number)";
    await makeTable(worker, `turns (${columns})`);
    const ask = await asking(worker);
    const answerAll = service.hold();
    const first = ask({ id: "7", question: "first" });
    await eventually(() => service.calls.length === 1);
    const second = ask({ id: "7", question: "second" });
    await eventually(async () => (await gateway.counters()).openStreams === 1);
    // Another conversation does not wait.
    const other = ask({ id: "8", question: "other" });
    await eventually(() => service.calls.length === 2);
    answerAll();
    expect(await statuses([first, second, other])).toEqual([200, 200, 200]);
    expect(service.calls.map(({ body }) => JSON.parse(body))).toEqual([
      { turns: [], question: "first" },
      { turns: [], question: "other" },
      { turns: [{ question: "first", answer: "done" }], question: "second" },
    ]);
    // A stale message is refused: its number exists already.
    const stale = (await worker.getD1Database("DB")).prepare("INSERT INTO turns (chat, number) VALUES ('7', 2)");
    await expect(stale.run()).rejects.toThrow("UNIQUE");
  });
});

describe("changes during a run", () => {
  it("are followed by one more run", async () => {
    const ask = await asking(await start(fixed("again")));
    const answerAll = service.hold();
    const first = ask({});
    await eventually(() => service.calls.length === 1);
    const second = ask({});
    await eventually(async () => (await gateway.counters()).openStreams === 1);
    const others = await Promise.all([ask({}), ask({}), ask({})]);
    expect(await Promise.all(others.map((response) => response.text()))).toEqual(["covered", "covered", "covered"]);
    answerAll();
    expect(await statuses([first, second])).toEqual([200, 200]);
    expect(service.calls).toHaveLength(2);
    expect(await (await ask({})).text()).toBe("done");
  });
});

describe("a message that makes the running answer useless", () => {
  const table = "messages (number INTEGER PRIMARY KEY AUTOINCREMENT, chat TEXT, question TEXT, answer TEXT)";
  const answersOf = async (worker: Miniflare): Promise<unknown> => {
    const all = (await worker.getD1Database("DB")).prepare("SELECT question, answer FROM messages ORDER BY number");
    return (await all.all()).results;
  };
  const questions = (call: number): string[] =>
    JSON.parse(service.calls[call]?.body ?? "").messages.map(({ question }: { question: string }) => question);

  it("lets the older answer run beside the newer one without a lock", async () => {
    const worker = await start(failing("chat-newest-message"));
    await makeTable(worker, table);
    const ask = await asking(worker);
    const answerAll = service.hold();
    const answers = [ask({ id: "7", question: "first" })];
    await eventually(() => service.calls.length === 1);
    answers.push(ask({ id: "7", question: "second" }));
    await eventually(() => service.calls.length === 2);
    answerAll();
    expect(await statuses(answers)).toEqual([200, 200]);
  });

  it("interrupts the older answer, in the same program", async () => {
    const worker = await start(fixed("interrupt"));
    await makeTable(worker, table);
    const ask = await asking(worker);
    const answerAll = service.hold();
    const first = ask({ id: "7", question: "first" });
    await eventually(() => service.calls.length === 1);
    const other = ask({ id: "8", question: "other" });
    await eventually(() => service.calls.length === 2);
    const second = ask({ id: "7", question: "second" });
    // Before the model has answered anything.
    expect([(await first).status, await (await first).text()]).toEqual([409, "interrupted"]);
    answerAll();
    expect(await statuses([second, other])).toEqual([200, 200]);
    expect(questions(2)).toEqual(["first", "second"]);
    expect(await answersOf(worker)).toEqual([
      { question: "first", answer: null },
      { question: "other", answer: "done" },
      { question: "second", answer: "done" },
    ]);
    await eventually(async () => !(await locks.lock("chats:7").isLocked()));
  });

  it("interrupts the older answer in another isolate, as a stop button does", async () => {
    const older = await start(fixed("interrupt"));
    const newer = await start(fixed("interrupt"));
    await Promise.all([makeTable(older, table), makeTable(newer, table)]);
    const answerAll = service.hold();
    const first = (await asking(older))({ id: "7", question: "first" });
    await eventually(() => service.calls.length === 1);
    const second = (await asking(newer))({ id: "7", question: "second" });
    expect((await first).status).toBe(409);
    await eventually(() => service.calls.length === 2);
    await locks.lock("chats:7").forceRelease();
    expect((await second).status).toBe(409);
    answerAll();
    expect(await answersOf(newer)).toEqual([{ question: "second", answer: null }]);
  });

  it("breaks off the stream of the older answer, and stores the newer one", async () => {
    const worker = await start(fixed("streamed"));
    await makeTable(worker, table);
    const ask = await asking(worker);
    const answerAll = service.hold();
    const first = await ask({ id: "7", question: "first" });
    await eventually(() => service.calls.length === 1);
    const second = await ask({ id: "7", question: "second" });
    await expect(first.text()).rejects.toThrow();
    await eventually(() => service.calls.length === 2);
    answerAll();
    expect(await second.text()).toBe("done");
    await eventually(async () => !(await locks.lock("chats:7").isLocked()));
    expect(await answersOf(worker)).toEqual([
      { question: "first", answer: null },
      { question: "second", answer: "done" },
    ]);
    // A model that fails breaks the stream off, and frees the lock.
    service.answer = { status: 500, body: "" };
    const failed = await ask({ id: "7", question: "third" });
    await expect(failed.text()).rejects.toThrow();
    await eventually(async () => !(await locks.lock("chats:7").isLocked()));
  });

  it("stores no answer to a question that is not the newest", async () => {
    const worker = await start(fixed("interrupt"));
    await makeTable(worker, table);
    const answerAll = service.hold();
    const first = (await asking(worker))({ id: "7", question: "first" });
    await eventually(() => service.calls.length === 1);
    // The newer message is stored, and has not reached the lock yet.
    const insert = "INSERT INTO messages (chat, question) VALUES ('7', 'second')";
    await (await worker.getD1Database("DB")).prepare(insert).run();
    answerAll();
    expect((await first).status).toBe(409);
    expect(await answersOf(worker)).toEqual([
      { question: "first", answer: null },
      { question: "second", answer: null },
    ]);
  });
});

describe("an API that allows three calls at once", () => {
  it("gets six from two isolates that count separately", async () => {
    const asks = [
      await asking(await start(failing("rate-limited-api"))),
      await asking(await start(failing("rate-limited-api"))),
    ];
    const answerAll = partner.hold();
    const answers = asks.flatMap((ask) => [ask(), ask(), ask()]);
    await eventually(() => partner.calls.length === 6);
    answerAll();
    expect(await statuses(answers)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(partner.mostAtOnce).toBe(6);
  });

  it("gets three at once and never four, from two isolates", async () => {
    const asks = [await asking(await start(fixed("partner"))), await asking(await start(fixed("partner")))];
    const answerAll = partner.hold();
    const answers = asks.flatMap((ask) => [ask(), ask(), ask(), ask()]);
    await eventually(() => partner.calls.length === 3);
    await eventually(async () => (await gateway.counters()).openStreams === 2);
    answerAll();
    expect(await statuses(answers)).toEqual([200, 200, 200, 200, 200, 200, 200, 200]);
    expect(partner.calls).toHaveLength(8);
    expect(partner.mostAtOnce).toBe(3);
    const slots = locks.permitExpirableSemaphore("partner:slots");
    await eventually(async () => (await slots.availablePermits()) === 3);
  });
});
