// atproto: all processes restore one session, whose access token has expired, and one of them refreshes it.
import { createLocks } from "../../../../src/index.ts";
import { failing } from "../pages.ts";
import { DID, Provider } from "./provider.ts";
import { countOf, linesOf, loseReplies, must, type Run, start } from "./run.ts";

const PROCESSES = 8;
const RESTORES = 500;

export const atproto: Run = async (place) => {
  loseReplies(place);
  await using provider = new Provider();
  const env = { PROVIDER_URL: await provider.start() };
  const share = (nth: number): number => Math.floor(RESTORES / PROCESSES) + (nth < RESTORES % PROCESSES ? 1 : 0);
  const lines = await linesOf(
    Array.from({ length: PROCESSES }, (_, nth) => start(place, "atproto", [share(nth)], env)),
  );
  const { refreshes, refusals } = provider;
  const figures = `${RESTORES} restores in ${PROCESSES} processes: ${countOf(lines, "restored")} restored, ${refreshes} refreshed, ${refusals} refused`;
  const failures = [...new Set(lines.filter((line) => line !== "restored"))];
  must(
    failures.length === 0 && lines.length === RESTORES && refreshes === 1 && refusals === 0,
    `${figures} ${failures}`,
  );
  return figures;
};

/** With the local lock of the package, each process spends the refresh token. */
export const atprotoFails: Run = async (place) => {
  await using provider = new Provider();
  const env = { PROVIDER_URL: await provider.start() };
  const processes = [0, 1].map(() => start(place, failing("atproto"), [], env));
  await Promise.all(processes.map(({ ended }) => ended));
  const { refreshes, refusals } = provider;
  must(refusals > 0, "no refresh was refused");
  return `without it: 2 restores in 2 processes: ${refreshes} refreshed, ${refusals} refused`;
};

/** A holder that died after it had spent the token leaves a session that the client deletes. */
export const atprotoSpent: Run = async (place) => {
  await using provider = new Provider();
  const env = { PROVIDER_URL: await provider.start() };
  provider.spend();
  const [line = ""] = await linesOf([start(place, "atproto", [1], env)]);
  must(line.startsWith("failed") && !provider.hasSession && provider.refusals === 1, line);
  return "a token that a dead holder spent: refused once, and the session is deleted";
};

/** A lock that is lost while the token is spent changes nothing for the one that spends it. */
export const atprotoLoses: Run = async (place) => {
  const lock = createLocks({ redis: place.gateway, prefix: "atproto:" }).lock(`@atproto-oauth-client-${DID}`);
  const freed: boolean[] = [];
  await using provider = new Provider(async () => freed.push(await lock.forceRelease()));
  const env = { PROVIDER_URL: await provider.start() };
  const [line] = await linesOf([start(place, "atproto", [1], env)]);
  must(freed.join() === "true" && line === "restored" && provider.isStored, `${freed} ${line}`);
  return "a lock that is lost while the token is spent: the session is stored and returned";
};
