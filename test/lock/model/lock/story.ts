// An event as one line of text.
import type { Event } from "./events.ts";
import type { Reply } from "./redis.ts";
import type { Step } from "./step.ts";
import type { World } from "./world.ts";

/** @param world before the event */
export function describe(world: World, event: Event, { ran, freed }: Step): string {
  switch (event.kind) {
    case "run": {
      if (ran === undefined) return "nothing ran";
      const { op, hold, next, last, again, awaited, epoch } = ran.request;
      const marks = `${awaited ? "" : ", not awaited"}${last ? ", last" : ""}${again ? ", again" : ""}${epoch && `, epoch ${epoch}`}`;
      const fate = `${event.again ? ", a copy stays" : ""}${event.answered ? "" : ", not heard"}`;
      return `Redis runs ${op} of h${hold}${next === undefined ? "" : ` to h${next}`}${marks}: ${replyText(ran.reply)}${fate}`;
    }
    case "hear": {
      const answer = world.answers[event.at];
      return answer === undefined
        ? "nothing is heard"
        : `h${answer.hold} hears: ${replyText(answer.reply)}${event.withdrawn ? ", and withdraws its offer" : ""}`;
    }
    case "send":
      return `h${event.hold} sends ${event.op}`;
    case "pass":
      return `h${event.hold} sends pass to h${event.next}`;
    case "by-text":
      return `whoever has h${event.hold} as text sends ${event.op}`;
    case "stop":
      return `h${event.hold} waits no longer${event.leaves ? ", and ends its call" : ""}`;
    case "tick":
      return `tick ${world.now + 1}`;
    case "force":
      return `request of others: ${freed === 1 ? "done" : "nothing"}`;
    case "java-locks":
      return "Java locks";
    case "java-unlocks":
      return "Java unlocks";
    case "persist":
      return "somebody takes the TTL away";
    case "forget":
      return "Redis loses all pages and records";
  }
}

function replyText(reply: Reply): string {
  if (reply.kind === "ended") return reply.end + (reply.passed ? ", passed on" : "");
  const left = "remaining" in reply ? `, ${reply.remaining} left` : "";
  const epoch = reply.kind === "held" && reply.epoch !== "" ? `, epoch ${reply.epoch}` : "";
  return reply.kind + left + epoch;
}
