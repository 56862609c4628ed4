// After a SIGKILL of any process that a user or a tool may kill, nothing of it runs or listens a second later.

import { connect } from "node:net";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { redisServerHere } from "../../../src/tools/gateway/find-redis-server.ts";
import { type StartedProcess, startProgram } from "../../support/child-process.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { processTree, running } from "../../support/process-tree.ts";

/** What the process of a server is called. The engine has none of its own. */
const REDIS = [redisServerHere()].flatMap((server) => (server === undefined ? [] : [basename(server.path)]));

const started: StartedProcess[] = [];
afterEach(() => {
  for (const npm of started.splice(0)) npm.signal("SIGTERM");
});

/** Resolves with the process and its ports when it has printed the last of its addresses. */
async function start(args: readonly string[], last: RegExp): Promise<{ npm: number; ports: number[] }> {
  const npm = startProgram("npm", ["run", "--silent", ...args]);
  started.push(npm);
  await npm.line(last);
  return { npm: npm.pid, ports: [...npm.stdout.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port)) };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Kills the one process of the tree whose command line matches, and checks a second later. */
async function killOneOf(
  { npm, ports }: { npm: number; ports: number[] },
  command: RegExp,
  servers: readonly string[],
): Promise<void> {
  const tree = processTree(npm);
  for (const server of servers) expect(tree.map((process) => process.command).join("\n")).toContain(server);
  const found = tree.filter((process) => command.test(process.command));
  expect(found.map((process) => process.command)).toHaveLength(1);
  expect(await Promise.all(ports.map(listens))).not.toContain(false);
  process.kill(found[0]?.pid ?? 0, "SIGKILL");
  await sleep(1_000);
  expect(running(tree.map(({ pid }) => pid)).map((process) => process.command)).toEqual([]);
  expect(await Promise.all(ports.map(listens))).not.toContain(true);
}

const npm = ["npm", /^(npm|.*\/npm(-cli\.js)?) run/] as const;
const runner = ["the runner", /scripts\/run\.js/] as const;

describe("npm run gateway", () => {
  it.each(shortOrFull([npm], [npm, runner, ["the gateway", /scripts\/gateway\.ts/] as const]))(
    "leaves nothing behind after SIGKILL of %s",
    async (_, command) => {
      await killOneOf(await start(["gateway", "--", "--json", "--port", "0"], /^{/), command, REDIS);
    },
  );
});

const worker = ["the process of the Worker", /start\/worker-process\.ts/] as const;

describe("npm start", () => {
  it.each(shortOrFull([worker], [npm, runner, ["its own process", /start\/main\.ts/] as const, worker]))(
    "leaves nothing behind after SIGKILL of %s",
    async (_, command) => {
      const servers = [...REDIS, "workerd serve"];
      await killOneOf(await start(["start", "--", "--port", "0"], /^Worker /), command, servers);
    },
  );
});
