import { it } from "vitest";
import { allRows } from "../replay/all.ts";
import { sameAnswer } from "../replay/same-answer.ts";
import { HEARD_MAILBOXES, standingReplayTable } from "../replay/standing.ts";
import { refusingRedis, type State } from "../support/refusing-redis.ts";
import { connect } from "../model/real.ts";

const redis = await refusingRedis();
const sub = await connect(redis.url);
const main = (s: State) => Object.fromEntries(Object.entries(s).filter(([k]) => !/standing|waiter|tries|stands|rw-queue|rw-writers|lock_queue|lock_timeout|web-locks|names/.test(k)));
const cut = (s: State) => JSON.stringify(main(s));
const noTtl = (s: State, fresh: string[] = []) => JSON.stringify(Object.fromEntries(Object.entries(main(s)).filter(([k,v]) => !fresh.some((x) => k.includes(x) || (k === 'replayed' && v[1].startsWith(x)))).sort(([a],[b])=>a<b?-1:1).map(([k,[a,b,t]])=>[k,[a,b,t!==-1]])));
it("explore", async () => {
  const out: string[] = [];
  let cases = 0;
  for (const row of allRows) {
    if (row.script.startsWith('web-locks')) continue;
    const stands = standingReplayTable.includes(row);
    if (stands) await sub.subscribe([...HEARD_MAILBOXES], () => {});
    const arrange = async () => { await redis.admin.sendCommand(["FLUSHALL"]); return row.arrange(redis.run, "replayed"); };
    let call = await arrange();
    const before = await redis.state();
    const { ending: normal, commands } = await redis.refusing(call);
    const after = await redis.state();
    const judge = async (how: string, go: () => Promise<any>) => {
      cases++;
      call = await arrange();
      const ending = await go();
      const s = await redis.state();
      const f0 = new Set(((before['replayed']?.[1] ?? '').split('\n')).map((x: string) => x.split(' ')[0]));
      const fresh = /release|pass|finish/.test(row.script) ? (after['replayed']?.[1] ?? '').split('\n').map((x: string) => x.split(' ')[0] ?? '').filter((x: string) => x && x !== 'mode' && !f0.has(x)) : [];
      const g = (r: any) => JSON.stringify([r?.reply?.granted, r?.reply?.isPassed]);
      if ('reply' in normal && 'reply' in ending && g(normal) !== g(ending)) return;
      const say = (w: string, x = "") => out.push(`${row.script}: ${row.branch} | ${how} | ${w} | ${JSON.stringify(ending).slice(0,150)} ${x}`);
      const lockTtl = Object.entries(s).find(([k, v]) => v[0] === "hash" && v[2] === -1 && (before[k]?.[2] ?? 1) !== -1);
      if (lockTtl) say("LOCK WITHOUT TTL");
      if ("reply" in ending) {
        if (noTtl(s, fresh) !== noTtl(after, fresh)) say("SUCCESS STATE", `\n   want ${noTtl(after, fresh)}\n   got  ${noTtl(s, fresh)}`);
      } else if (ending.isNotDone) {
        if (noTtl(s, fresh) !== noTtl(before, fresh)) say("NOTHING BUT CHANGED", `\n   want ${noTtl(before, fresh)}\n   got  ${noTtl(s, fresh)}`);
      }
      const again = await redis.refusing(call);
      const s2 = await redis.state();
      if (!("reply" in again.ending)) { if ("reply" in normal) say("AGAIN ERROR", JSON.stringify(again.ending)); }
      else {
        try { sameAnswer(row, again.ending.reply); } catch (e) { say("AGAIN ANSWER", JSON.stringify(again.ending.reply)); }
        if (noTtl(s2, fresh) !== noTtl(after, fresh)) say("AGAIN STATE", `\n   want ${noTtl(after, fresh)}\n   got  ${noTtl(s2, fresh)}`);
      }
    };
    for (let n = 1; n <= commands.length; n++) await judge(`${n} ${commands[n-1]}`, async () => (await redis.refusing(call, n)).ending);
    for (const c of new Set(commands)) await judge(`-${c}`, async () => { let last: any; let some = false; for (let i=0;i<3;i++) { if (last && 'reply' in last) break; last = await redis.without([`-${c.toLowerCase()}`], call); if ('error' in last && !last.isNotDone) some = true; } return some && 'error' in last ? {...last, isNotDone: false} : last; });
    if (commands.includes("PUBLISH")) await judge("channels", () => redis.without(["resetchannels"], call));
    if (stands) await sub.unsubscribe();
  }
  sub.destroy();
  console.log(`${allRows.length} rows ${cases} cases, ${out.length} problems\n` + out.join("\n"));
}, 1_000_000);
