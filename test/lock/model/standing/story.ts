// An event as one line of text.
import type { Event } from "./events.ts";
import type { Step } from "./step.ts";
import type { Entry, Published, Reply, World } from "./world.ts";

/** @param world before the event */
export function describe(world: World, event: Event, { ran, published }: Step): string {
  return [what(world, event, ran), ...published.map(publishedText)].join("; ");
}

function what(world: World, event: Event, ran: Step["ran"]): string {
  switch (event.kind) {
    case "run": {
      if (ran === undefined) return "nothing ran";
      const { op, owner, last, next, listed } = ran.request;
      const to = op === "pass" ? ` to o${next}` : "";
      const marks = `${last ? ", last" : ""}${listed === undefined ? "" : `, listed ${entryText(listed)}`}`;
      const fate = `${event.again ? ", a copy stays" : ""}${event.answered ? "" : ", not heard"}`;
      return `Redis runs ${op} of o${owner}${to}${marks}: ${replyText(ran.reply)}${fate}`;
    }
    case "hear": {
      const answer = world.answers[event.at];
      const fate = event.withdrawn === true ? ", and withdraws its offer" : "";
      return answer === undefined ? "nothing" : `o${answer.to.owner} hears: ${replyText(answer.reply)}${fate}`;
    }
    case "mail": {
      const mail = world.mail[event.at];
      return `${mail === undefined ? "nothing" : publishedText(mail)} arrives${event.again ? ", and will again" : ""}`;
    }
    case "send":
      return `c${event.client} sends ${event.op}`;
    case "pass":
      return `c${event.client} sends a pass to c${event.next}`;
    case "stop":
      return `c${event.client} waits no longer`;
    case "leave":
      return `c${event.client} leaves without a cancel`;
    case "forge":
      return `somebody says that o${event.owner} was granted the lock`;
    case "die":
      return `isolate ${event.isolate} dies`;
    case "tick":
      return `tick ${world.now + 1}`;
    case "jump":
      return "Redis' clock jumps ahead";
    case "force":
      return "forced release";
    default:
      return event.kind;
  }
}

export function replyText(reply: Reply): string {
  switch (reply.kind) {
    case "held":
    case "renewed":
      return `${reply.kind} ${reply.remaining}`;
    case "busy":
      return `busy ${reply.remaining}${reply.stands === undefined ? "" : ` at ${reply.at}, stands as ${entryText(reply.stands)}`}`;
    case "ended":
      return reply.end + (reply.passed ? ", passed" : "");
  }
}

export function publishedText(each: Published): string {
  if (each.kind === "granted") return `granted o${each.owner} at ${each.at} for ${each.ms} since ${each.since}`;
  return "owner" in each ? `${each.kind} o${each.owner} ${each.ms}` : each.kind;
}

export function entryText({ owner, seen, onlyCalled }: Entry): string {
  return `${onlyCalled ? "~" : ""}o${owner}@${seen}`;
}
