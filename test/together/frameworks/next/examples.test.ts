// The Next.js app of docs/platforms/vercel.md and docs/platforms/in-your-framework.md, built into the site and served
// alone, with a Redis that can be away.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { hash } from "../../../support/rest.ts";
import type { Service } from "../../../support/service.ts";
import { heldUntil } from "../held-until.ts";
import { LEASE_MS } from "../routes.ts";
import { said, serve } from "../serve.ts";

const served = serve("next", {
  LEDGER_URL: "ledger",
  REPORTS_URL: "reports",
  SEATS_URL: "seats",
  PAYMENTS_URL: "payments",
});
const service = (): Service => served().service;
const locks = (): Locks => createLocks({ redis: served().redis });

beforeEach(() => service().reset());
afterEach(() => served().redis.faults.clear());

const isFree = async (name: string): Promise<boolean> => !(await locks().lock(name).isLocked());

interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

async function ask(method: string, path: string, body?: object): Promise<Answered> {
  const response = await fetch(`${served().server.url}/api/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json(), retryAfter: response.headers.get("retry-after") };
}

const begin = (month: string): Promise<Answered> => ask("POST", `reports/${month}`);
const buy = (seat: string, buyer: string): Promise<Answered> => ask("PUT", `seats/${seat}`, { buyer });

/** A store of seats as the example expects: a write succeeds only over the value that was read. */
function sellSeats(): Map<string, string> {
  const buyers = new Map<string, string>();
  service().answer = ({ method, url, key, body }) => {
    const seat = new URL(url, service().url).searchParams.get("seat") ?? "";
    const buyer = buyers.get(seat) ?? null;
    const etag = `"${buyer ?? "free"}"`;
    if (method === "GET") return { status: 200, body: JSON.stringify({ buyer }), etag };
    if (key !== etag) return { status: 412, body: "" };
    buyers.set(seat, JSON.parse(body).buyer);
    return { status: 204, body: "" };
  };
  return buyers;
}

describe("the Next.js app", { concurrent: false }, () => {
  it("answers at once, and holds the lock, renewed, until the report is stored", async () => {
    const answerAll = service().hold();
    const start = performance.now();
    expect(await begin("2027-05")).toMatchObject({ status: 202, body: { accepted: "2027-05" } });
    expect(performance.now() - start).toBeLessThan(LEASE_MS);
    const owner = await hash(served().redis, "lock:reports:2027-05");
    expect(await begin("2027-05")).toMatchObject({ status: 409, body: { error: "this report is being written" } });
    await heldUntil(locks().lock("reports:2027-05"), () => performance.now() - start > 2.5 * LEASE_MS);
    expect(await hash(served().redis, "lock:reports:2027-05")).toEqual(owner);
    expect(await begin("2027-06")).toMatchObject({ status: 202 });
    answerAll();
    await eventually(() => isFree("reports:2027-05"));
    await eventually(() => isFree("reports:2027-06"));
    expect(service().calls.filter(({ url }) => url.endsWith("2027-05"))).toEqual([
      { method: "GET", url: "/ledger?month=2027-05", key: undefined, body: "" },
      { method: "PUT", url: "/reports?month=2027-05", key: "*", body: "done" },
    ]);
  });

  it("stores no report whose lock was lost, and logs that", async () => {
    const answerAll = service().hold();
    expect(await begin("2027-07")).toMatchObject({ status: 202 });
    await eventually(() => service().calls.length === 1);
    await locks().lock("reports:2027-07").forceRelease();
    await eventually(() => /`after\(\)` rejected.*LOCK_LOST/s.test(said(served())));
    answerAll();
    expect(service().calls).toHaveLength(1);
    // The next run starts again.
    expect(await begin("2027-07")).toMatchObject({ status: 202 });
    await eventually(() => service().calls.length === 3);
    await eventually(() => isFree("reports:2027-07"));
  });

  it("releases the lock of a report that fails, and of an invalid month", async () => {
    service().answer = { status: 500, body: "" };
    expect(await begin("2027-08")).toMatchObject({ status: 202 });
    await eventually(() => said(served()).includes("the ledger of 2027-08: 500"));
    await eventually(() => isFree("reports:2027-08"));
    expect(await begin("May")).toMatchObject({ status: 404, body: { error: "no such month" } });
    await eventually(() => isFree("reports:May"));
  });

  it("sells a seat to one of two simultaneous buyers, and repeats the same buyer's answer", async () => {
    const buyers = sellSeats();
    const answerAll = service().hold();
    const asked = [buy("12a", "ann"), buy("12a", "bob")];
    // One asks the store, and the other was refused: the same script ran for both.
    await eventually(() => {
      const [first, ...more] = served()
        .redis.witness()
        .filter(({ command }) => command.includes("lock:seats:12a"));
      return more.some(({ command }) => command[1] === first?.command[1]);
    });
    answerAll();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(service().mostAtOnce).toBe(1);
    const [buyer = ""] = buyers.values();
    expect(buyer).toBe(statuses[0] === 200 ? "ann" : "bob");
    expect(await buy("12a", buyer)).toMatchObject({ status: 200, body: { seat: "12a", buyer } });
    expect(service().calls.filter(({ method }) => method === "PUT")).toHaveLength(1);
    await eventually(() => isFree("seats:12a"));
  });

  it("gives up a sale whose lock was lost", async () => {
    sellSeats();
    const answerAll = service().hold();
    const asked = buy("13a", "ann");
    await eventually(() => service().calls.length === 1);
    await locks().lock("seats:13a").forceRelease();
    expect(await asked).toEqual({ status: 503, body: { error: "please try again" }, retryAfter: "2" });
    answerAll();
    expect(service().calls).toHaveLength(1);
  });

  it("refuses both early during maintenance, and admits them afterwards", async () => {
    sellSeats();
    const askedFor = async (): Promise<Set<string>> => {
      served().redis.clearWitness();
      await Promise.all([begin("2027-09"), buy("14a", "ann")]);
      const parts = served()
        .redis.witness()
        .flatMap(({ command }) => command.map(String));
      return new Set(parts.filter((part) => /^lock:(maintenance|seats:.+|reports:.+)$/.test(part)));
    };
    const migration = await locks().lock("maintenance").acquire();
    for (const refused of await Promise.all([begin("2027-09"), buy("14a", "ann")])) {
      expect(refused).toEqual({ status: 503, body: { error: "closed for maintenance" }, retryAfter: "60" });
    }
    expect(await askedFor()).toEqual(new Set(["lock:maintenance"]));
    expect(service().calls).toEqual([]);
    await migration.release();
    expect(await askedFor()).toEqual(new Set(["lock:maintenance", "lock:reports:2027-09", "lock:seats:14a"]));
    await eventually(() => isFree("reports:2027-09"));
    await eventually(() => isFree("seats:14a"));
  });

  it("leaves it to the routes to report that Redis is away", async () => {
    served().redis.faults.set({ seed: 1, rules: [{ fault: "drop-before" }] });
    for (const refused of await Promise.all([begin("2027-10"), buy("15a", "ann")])) {
      expect(refused).toMatchObject({ status: 503, body: { code: "OUTCOME_UNKNOWN" } });
    }
    expect(said(served())).toContain("not known whether there is maintenance: OUTCOME_UNKNOWN");
    expect(service().calls).toEqual([]);
  });
});

describe("the server action", { concurrent: false }, () => {
  /** Sends the form of an order as a browser without JavaScript does. Resolves with what the form then shows. */
  async function click(order: string): Promise<string> {
    const { url: origin } = served().server;
    const url = `${origin}/orders/${order}`;
    const shown = await (await fetch(url)).text();
    const body = new FormData();
    for (const [field] of shown.matchAll(/<input type="hidden"[^>]*>/g)) {
      const [, name = ""] = /name="([^"]*)"/.exec(field) ?? [];
      const [, value = ""] = /value="([^"]*)"/.exec(field) ?? [];
      body.set(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
    }
    const answer = await (await fetch(url, { method: "POST", headers: { origin }, body })).text();
    return /<output[^>]*>([^<]*)</.exec(answer)?.[1] ?? answer;
  }

  it("pays an order by one click at a time, and answers the other one in the form", async () => {
    const answerAll = service().hold();
    const first = click("61");
    await eventually(() => service().calls.length === 1);
    expect(await click("61")).toBe("this order is being paid");
    const other = click("62");
    await eventually(() => service().calls.length === 2);
    answerAll();
    expect([await first, await other]).toEqual(["paid", "paid"]);
    expect(service().calls.map(({ key }) => key)).toEqual(["pay-order-61", "pay-order-62"]);
    await eventually(() => isFree("orders:61"));
    expect(await click("61")).toBe("paid");
  });

  it("asks for another try when the lock is lost, or Redis is away", async () => {
    const answerAll = service().hold();
    const first = click("63");
    await eventually(() => service().calls.length === 1);
    await locks().lock("orders:63").forceRelease();
    expect(await first).toBe("please try again");
    answerAll();
    served().redis.faults.set({ seed: 1, rules: [{ fault: "drop-before" }] });
    expect(await click("63")).toBe("please try again");
    expect(service().calls).toHaveLength(1);
  });

  it("shows a payment that fails, and releases the lock", async () => {
    service().answer = { status: 500, body: "" };
    expect(await click("64")).toBe("the payment failed");
    await eventually(() => isFree("orders:64"));
  });
});
