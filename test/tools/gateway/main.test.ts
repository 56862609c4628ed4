// The command line.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { hasRedis } from "../../support/only-redis.ts";

function run(...flags: string[]): StartedProcess {
  return startNode(["scripts/gateway.ts", ...flags]);
}

async function ready(child: StartedProcess): Promise<{ url: string; token: string; redis: string }> {
  return JSON.parse(await child.line());
}

async function refusal(...flags: string[]): Promise<{ code: number | null; said: string }> {
  const { code, stderr } = await run(...flags).ended;
  return { code, said: stderr };
}

async function answers(redisUrl: string): Promise<boolean> {
  const socket = connect(Number(new URL(redisUrl).port), "127.0.0.1");
  const connected = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}

describe("the command line", () => {
  it("prints one line of JSON with --json, serves, and stops with its Redis on SIGTERM", async () => {
    await using child = run("--json", "--token", "dev", "--read-only-token", "ro", "--port", "0", "--query-token");
    const { url, token, redis } = await ready(child);
    expect(token).toBe("dev");
    const answer = await fetch(`${url}/ping`, { headers: { authorization: "Bearer dev" } });
    expect(await answer.json()).toEqual({ result: "PONG" });
    expect((await fetch(`${url}/get/x?_token=ro`)).status).toBe(200);
    expect(await child.kill("SIGTERM")).toMatchObject({ code: 0 });
    expect(await answers(redis)).toBe(false);
  });

  it("prints lines for a shell, with a random token and the address of its Redis", async () => {
    await using child = run();
    await child.line(/REDIS_URL/);
    const said = child.stdout.trim().split("\n");
    const [comment, url, token, itself = ""] = said;
    expect(comment).toMatch(
      hasRedis
        ? /^# The gateway serves until Ctrl-C, with \/.*(?:redis|valkey)-server$/
        : /^# The gateway serves until Ctrl-C, with the engine of leasehound, /,
    );
    expect(await answers(/^export REDIS_URL='?(redis:[^']*)'?$/.exec(itself)?.[1] ?? "")).toBe(true);
    expect(url).toMatch(/^export UPSTASH_REDIS_REST_URL=http:\/\/127\.0\.0\.1:\d+$/);
    expect(token).toMatch(/^export UPSTASH_REDIS_REST_TOKEN=[\w-]{32,}$/);
    const shell = execFileSync("sh", [
      "-c",
      `${said.join("\n")}\nprintf "$UPSTASH_REDIS_REST_URL $UPSTASH_REDIS_REST_TOKEN"`,
    ]);
    const [exportedUrl = "", exportedToken] = String(shell).split(" ");
    const answer = await fetch(`${exportedUrl}/ping`, { headers: { authorization: `Bearer ${exportedToken}` } });
    expect(await answer.json()).toEqual({ result: "PONG" });
  });

  it("quotes a token that a shell would change, and shows no password of a given Redis", async () => {
    await using owner = run("--json");
    const { redis } = await ready(owner);
    await using child = run("--redis", redis, "--token", "it's $HOME");
    await child.line(/TOKEN/);
    const said = child.stdout;
    expect(said).not.toContain(new URL(redis).password);
    const shell = execFileSync("sh", ["-c", `${said}printf %s "$UPSTASH_REDIS_REST_TOKEN"`]);
    expect(String(shell)).toBe("it's $HOME");
  });

  it("ends its Redis even when it is killed", async () => {
    await using child = run("--json");
    const { redis } = await ready(child);
    expect(await answers(redis)).toBe(true);
    child.signal("SIGKILL");
    await eventually(async () => !(await answers(redis)));
  });

  it("accepts scripts with locked keys with --key-locking", async () => {
    await using child = run("--json", "--key-locking");
    const { url, token } = await ready(child);
    const body = JSON.stringify(["EVAL", "#!lua flags=allow-key-locking\nreturn 1", "0"]);
    const answer = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });
    expect(await answer.json()).toEqual({ result: 1 });
  });

  it("answers DELEX with IFEQ, but not with --no-comparisons", async () => {
    await using both = run("--json");
    await using without = run("--json", "--no-comparisons");
    const answers = await Promise.all(
      [both, without].map(async (child) => {
        const { url, token } = await ready(child);
        const body = JSON.stringify(["DELEX", "missing", "IFEQ", "x"]);
        const answer = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });
        return answer.json();
      }),
    );
    expect(answers).toEqual([{ result: 0 }, { error: expect.stringContaining("unknown command") }]);
  });

  it("uses a given Redis, and does not stop it at the end", async () => {
    await using owner = run("--json");
    const { redis } = await ready(owner);
    await using guest = run("--json", "--redis", redis);
    expect((await ready(guest)).redis).toBe(redis);
    await guest.kill("SIGINT");
    expect(await answers(redis)).toBe(true);
  });

  it("prints its options with --help, and starts nothing", async () => {
    const { code, stdout } = await run("--help").ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^usage: npm run gateway -- /);
    for (const option of ["--port", "--token", "--redis", "--engine", "--json", "--help"])
      expect(stdout).toContain(option);
  });

  it.each([
    [["--prot", "1"], /--prot/],
    [["--port", "http"], /--port must be a number/],
    [["--port", "70000"], /--port must be a number/],
    [["--token", ""], /token must not be empty/],
    [["--redis", "http://localhost"], /--redis must be a redis/],
    [["--json=yes"], /--json/],
    [["8079"], /8079/],
  ])("refuses %j with one sentence and exit code 2", async (flags, sentence) => {
    const { code, said } = await refusal(...flags);
    expect(code).toBe(2);
    expect(said).toMatch(sentence);
    expect(said.trim().split("\n")).toHaveLength(1);
  });

  it("reports in one sentence that a port is in use, or that Redis does not answer", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const taken = await refusal("--port", `${port}`);
    expect(taken).toEqual({ code: 1, said: `port ${port} is taken by another program\n` });
    other.close();
    await once(other, "close");
    const absent = await refusal("--redis", `redis://user:secret@127.0.0.1:${port}`);
    expect(absent.code).toBe(1);
    expect(absent.said).toMatch(/^Redis does not answer at redis:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED.*\n$/);
    expect(absent.said).not.toContain("secret");
  });

  it("reports in one sentence that REDIS_SERVER is wrong", async () => {
    await using child = startNode(["scripts/gateway.ts"], { REDIS_SERVER: "/no/redis" });
    const { stderr } = await child.ended;
    expect(stderr).toBe("REDIS_SERVER names /no/redis, which is not an executable file\n");
  });
});
