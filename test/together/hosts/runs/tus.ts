// tus: several servers with one store, which receive the same chunks, and uploads that are interrupted.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLocks, type Lock } from "../../../../src/index.ts";
import { freePort } from "../../../../src/tools/gateway/redis-server.ts";
import type { StartedProcess } from "../../../support/child-process.ts";
import { eventually } from "../../../support/eventually.ts";
import { failing } from "../pages.ts";
import { countOf, loseReplies, must, type Place, type Run, start } from "./run.ts";

const SERVERS = 3;
const UPLOADS = 40;
const CHUNK = 1_000;
const OFFSETS = [0, CHUNK];
const SIZE = CHUNK * OFFSETS.length;
const LEASE_MS = 30_000;
const SHORT_LEASE_MS = 5_000;
const SILENT_MS = 1_000;
/** Longer than any request. */
const PATIENT_MS = 300_000;
/** Until two servers have compared the offset of a request with their store. */
const COMPARED_MS = 2_000;

interface TusServer {
  readonly process: StartedProcess;
  readonly url: string;
}

interface Sent {
  readonly request: ClientRequest;
  readonly response: Promise<IncomingMessage>;
}

async function serve(place: Place, program: string, args: readonly (string | number)[] = []): Promise<TusServer> {
  const port = await freePort();
  const process = start(place, program, args, { PORT: String(port), UPLOADS: place.folder });
  return { process, url: `http://127.0.0.1:${port}/files` };
}

async function serveLocked(place: Place, leaseMs = LEASE_MS, silenceMs = PATIENT_MS): Promise<TusServer> {
  const server = await serve(place, "tus", [place.folder, leaseMs, silenceMs]);
  await server.process.line(/ready/);
  return server;
}

/** Sends the headers of a request. Its caller sends the body. */
function send(method: string, url: string, headers: Record<string, string> = {}): Sent {
  const sent = request(url, { method, agent: false, headers: { "tus-resumable": "1.0.0", ...headers } });
  sent.flushHeaders();
  const response = once(sent, "response").then(([answer]: IncomingMessage[]) => {
    if (answer === undefined) throw new Error("no response");
    return answer.resume();
  });
  // The servers of some requests are killed.
  response.catch(() => {});
  return { request: sent, response };
}

function sendChunk({ url }: TusServer, id: string, offset: number): Sent {
  const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
  return send("PATCH", `${url}/${id}`, headers);
}

/** Creates an upload. Returns its id. */
async function create({ url }: TusServer): Promise<string> {
  const { request, response } = send("POST", url, { "upload-length": String(SIZE) });
  request.end();
  const { statusCode, headers } = await response;
  must(statusCode === 201, `an upload was not created: ${statusCode}`);
  return headers.location?.split("/").at(-1) ?? "";
}

/** Sends the chunk of an upload to all servers at once, each in letters of its own. Returns the letters that were taken. */
async function race(servers: readonly TusServer[], id: string, offset: number): Promise<string> {
  const statuses = await Promise.all(
    servers.map(async (server, at) => {
      const { request, response } = sendChunk(server, id, offset);
      request.end(String(at).repeat(CHUNK));
      return (await response).statusCode;
    }),
  );
  const taken = statuses.indexOf(204);
  const others = statuses.filter((_, at) => at !== taken);
  must(taken >= 0 && others.every((status) => status === 409), `the answers to one chunk: ${statuses.join(", ")}`);
  return String(taken).repeat(CHUNK);
}

function linesOfServers(servers: readonly TusServer[]): string[] {
  return servers.flatMap(({ process }) => process.stdout.split("\n"));
}

async function upload(servers: readonly TusServer[], { folder }: Place): Promise<void> {
  const [first] = servers;
  if (first === undefined) throw new Error("no server");
  const id = await create(first);
  let expected = "";
  for (const offset of OFFSETS) expected += await race(servers, id, offset);
  must(readFileSync(join(folder, id), "utf8") === expected, `the upload ${id} is not what was taken`);
}

export const tus: Run = async (place) => {
  loseReplies(place);
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => serveLocked(place)));
  await Promise.all(Array.from({ length: UPLOADS }, () => upload(servers, place)));
  const lines = linesOfServers(servers);
  const chunks = UPLOADS * OFFSETS.length;
  const finished = lines.filter((line) => line.startsWith("finished "));
  const figures =
    `${chunks} chunks, each sent to ${SERVERS} servers at once: ${countOf(lines, "alone")} written alone, ` +
    `${countOf(lines, "together")} together, ${finished.length} of ${UPLOADS} uploads finished`;
  const isOnce = finished.length === UPLOADS && new Set(finished).size === UPLOADS;
  must(countOf(lines, "alone") === chunks && countOf(lines, "together") === 0 && isOnce, figures);
  return figures;
};

/**
 * One server receives the first chunk of an upload, and its client falls silent. `interrupt` ends that. Then the other
 * server is asked for the offset, and gets the second chunk. Returns how long the offset took, in ms.
 */
async function resume(
  place: Place,
  [leaseMs, silenceMs]: readonly [leaseMs: number, silenceMs: number],
  interrupt: (first: TusServer, id: string, stalled: Sent) => Promise<unknown>,
): Promise<number> {
  const servers = await Promise.all([serveLocked(place, leaseMs, silenceMs), serveLocked(place)]);
  const [first, second] = servers;
  const id = await create(first);
  const stalled = sendChunk(first, id, 0);
  stalled.request.write("a".repeat(CHUNK));
  await eventually(() => readFileSync(join(place.folder, id), "utf8").length === CHUNK);
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  stalled.response.then(over, over);
  await interrupt(first, id, stalled);
  const asked = performance.now();
  const head = send("HEAD", `${second.url}/${id}`);
  head.request.end();
  const { statusCode, headers } = await head.response;
  const waitedMs = Math.round(performance.now() - asked);
  must(isOver, "the next request did not wait for the first one");
  must(statusCode === 200 && headers["upload-offset"] === String(CHUNK), `${statusCode} ${headers["upload-offset"]}`);
  const rest = sendChunk(second, id, CHUNK);
  rest.request.end("b".repeat(CHUNK));
  must((await rest.response).statusCode === 204, "the second chunk was refused");
  const lines = linesOfServers(servers);
  must(countOf(lines, `finished ${id}`) === 1, lines.join("\n"));
  must(readFileSync(join(place.folder, id), "utf8") === "a".repeat(CHUNK) + "b".repeat(CHUNK), "not what was sent");
  return waitedMs;
}

function lockOf({ gateway }: Place, id: string): Lock {
  return createLocks({ redis: gateway, prefix: "tus:" }).lock(id);
}

/** A connection that is silent keeps the lock, until the server closes it. */
export const tusStalls: Run = async (place) => {
  const waitedMs = await resume(place, [LEASE_MS, SILENT_MS], async () => {});
  return `a client that falls silent, closed after ${SILENT_MS} ms: the next request waits ${waitedMs} ms`;
};

/** A server that is killed keeps the lock until its lease ends. */
export const tusDies: Run = async (place) => {
  const waitedMs = await resume(place, [SHORT_LEASE_MS, PATIENT_MS], async ({ process }, id) => {
    await process.kill();
    must(await lockOf(place, id).isLocked(), "the lock ended with its server");
  });
  return `a server is killed, with a lease of ${SHORT_LEASE_MS} ms: the next request waits ${waitedMs} ms`;
};

/** A lock that is lost ends its request, with the bytes that it has stored. */
export const tusLoses: Run = async (place) => {
  await resume(place, [SHORT_LEASE_MS, PATIENT_MS], async (_, id, { response }) => {
    must(await lockOf(place, id).forceRelease(), "no lock to free");
    const { statusCode, headers } = await response;
    must(statusCode === 204 && headers["upload-offset"] === String(CHUNK), `a lost lock: ${statusCode}`);
  });
  return "a lock that is lost: its request ends with the bytes so far, and another server continues";
};

/** With the local lock of the package, two servers write and finish one upload. */
export const tusFails: Run = async (place) => {
  const servers = await Promise.all([serve(place, failing("tus")), serve(place, failing("tus"))]);
  const [first] = servers;
  await Promise.all(servers.map(({ url }) => eventually(() => isUp(url))));
  const id = await create(first);
  const sent = servers.map((server) => sendChunk(server, id, 0));
  await sleep(COMPARED_MS);
  for (const { request } of sent) request.end("a".repeat(SIZE));
  const statuses = (await Promise.all(sent.map(({ response }) => response))).map(({ statusCode }) => statusCode);
  const isFinished = (): boolean => countOf(linesOfServers(servers), `finished ${id}`) === servers.length;
  must(
    statuses.every((status) => status === 204),
    `without it: ${statuses.join(", ")}`,
  );
  await eventually(isFinished);
  return `without it: one upload is written and finished by ${servers.length} servers`;
};

/** The printed program says nothing when it listens. */
function isUp(url: string): Promise<boolean> {
  return fetch(url, { method: "OPTIONS" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
