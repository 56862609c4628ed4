// Shared requests in real workerd: one client for all invocations of an isolate, and no request with scripts of two of them.
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { uniqueName } from "../../support/unique-name.ts";

const INVOCATIONS = 40;
const CYCLES = 5;
const WIDTH = 4;

let gateway: Gateway;
let code: string;

beforeAll(async () => {
  gateway = await startGateway();
  const { outputFiles } = await build({
    entryPoints: ["test/together/e2e/batch-worker/index.ts"],
    ...{ bundle: true, format: "esm", target: "es2022", write: false },
  });
  code = outputFiles[0]?.text ?? "";
});
afterAll(() => gateway?.close());

/** Since 2024-10-14, workerd continues an invocation's promise only in that invocation. */
describe.each(["2024-09-01", "2026-10-23"])("in a Worker of %s,", (compatibilityDate) => {
  let worker: Miniflare;
  let url: URL;

  beforeAll(async () => {
    const manifest = { mainModule: "index.mjs", modules: { "index.mjs": { type: "esm", contents: code } } } as const;
    const env = {
      UPSTASH_REDIS_REST_URL: { type: "text", value: gateway.url },
      UPSTASH_REDIS_REST_TOKEN: { type: "text", value: gateway.token },
    } as const;
    worker = new Miniflare({ workers: [{ config: { name: "batch", compatibilityDate, manifest, env } }] });
    url = await worker.ready;
  });
  afterAll(() => worker?.dispose());

  async function invoke(invocation: string, end: "cycles" | "answer" | "error"): Promise<unknown> {
    const asked = { invocation, cycles: CYCLES, width: WIDTH, end };
    const response = await fetch(url, { method: "POST", body: JSON.stringify(asked) });
    const text = await response.text();
    return response.ok ? JSON.parse(text) : response.status;
  }

  it("concurrent invocations with one client never share a request, and are all answered", async () => {
    const names = Array.from({ length: INVOCATIONS }, () => uniqueName());
    // Some end while their scripts are pending.
    const cut = names.map((name, at) => invoke(`${name}-cut`, at % 2 === 0 ? "answer" : "error"));
    const answers = await Promise.all(names.map((name) => invoke(name, "cycles")));
    await Promise.all(cut);
    const released = Array.from({ length: WIDTH }, () => Array.from({ length: CYCLES }, () => "released"));
    expect(answers).toEqual(names.map(() => released));

    const invocations = new Map<number, Set<string>>();
    let scripts = 0;
    for (const { command, request } of gateway.witness()) {
      const [invocation = ""] = String(command[3]).split("/");
      if (!names.includes(invocation) && !names.includes(invocation.replace(/-cut$/, ""))) continue;
      scripts += 1;
      invocations.set(request, (invocations.get(request) ?? new Set()).add(invocation));
    }
    for (const ofRequest of invocations.values()) expect([...ofRequest]).toHaveLength(1);
    // The locks of an invocation do share requests.
    expect(scripts / invocations.size).toBeGreaterThan(WIDTH / 2);
  });
});
