// The rows of the replay table for the scripts of a fence, whose resource has the lock's name.
import { type FencedWrite, fenceCheckCall, fenceSetCall, withdrawCall } from "../../../../src/lock/lua/fence.ts";
import { type Row, type Run, row } from "./table.ts";

const check = (key: string, token: string) => fenceCheckCall(key, token);
/** The key has a name of ours, so that the table compares it. */
const write = (key: string, token: string, requestId: string): FencedWrite => ({
  ...{ resource: key, requestId, token, key: "leasehound-data", value: `${token} by ${requestId}` },
});
const set = (key: string, token: string, id = "r1") => fenceSetCall(write(key, token, id));
const withdraw = (key: string, token: string) => withdrawCall(write(key, token, "r1"));

async function seen(run: Run, key: string, token: string): Promise<void> {
  await run(check(key, token));
}

export const fenceReplayTable: readonly Row[] = [
  row("fence/check", "the first token", true, async (_, key) => check(key, "5")),
  row("fence/check", "a newer token", true, async (run, key) => {
    await seen(run, key, "99");
    return check(key, "100");
  }),
  row("fence/check", "the same token", true, async (run, key) => {
    await seen(run, key, "5");
    return check(key, "5");
  }),
  row("fence/check", "an older token", false, async (run, key) => {
    await seen(run, key, "100");
    return check(key, "99");
  }),
  row("fence/check", "a token that was never granted", "ahead", async (_, key) => check(key, "9".repeat(20))),
  row("fence/set", "a token that was never granted", "ahead", async (_, key) => set(key, "9".repeat(20))),
  row("fence/set", "withdrawing one whose token was never granted", "ahead", async (run, key) => {
    await run(set(key, "9".repeat(20)));
    return withdraw(key, "9".repeat(20));
  }),
  row("fence/set", "the first token", true, async (_, key) => set(key, "5")),
  row("fence/set", "a newer token", true, async (run, key) => {
    await run(set(key, "99", "r0"));
    return set(key, "100");
  }),
  row("fence/set", "the same token, once more", true, async (run, key) => {
    await run(set(key, "5", "r0"));
    return set(key, "5");
  }),
  row("fence/set", "an older token", false, async (run, key) => {
    await run(set(key, "100", "r0"));
    return set(key, "99");
  }),
  row("fence/set", "carried out, and overtaken by the same token", true, async (run, key) => {
    await run(set(key, "5"));
    await run(set(key, "5", "r2"));
    return set(key, "5");
  }),
  row("fence/set", "carried out, and overtaken by a newer token", true, async (run, key) => {
    await run(set(key, "5"));
    await run(set(key, "6", "r2"));
    return set(key, "5");
  }),
  row("fence/set", "withdrawn before it came", undefined, async (run, key) => {
    await run(withdraw(key, "5"));
    await run(set(key, "5", "r2"));
    return { ...set(key, "5"), decode: withdraw(key, "5").decode };
  }),
  row("fence/set", "withdrawing what was not carried out", undefined, async (run, key) => {
    await seen(run, key, "5");
    return withdraw(key, "5");
  }),
  row("fence/set", "withdrawing what was carried out", true, async (run, key) => {
    await run(set(key, "5"));
    await run(set(key, "6", "r2"));
    return withdraw(key, "5");
  }),
  row("fence/set", "withdrawing what a newer token has overtaken", false, async (run, key) => {
    await run(set(key, "6", "r2"));
    return withdraw(key, "5");
  }),
];
