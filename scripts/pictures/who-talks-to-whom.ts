// docs/pictures/who-talks-to-whom.svg: the parts of a system that locks, and the protocols between them.
import { arrow, labelled, type Picture, paragraph, type Rectangle, span, text, WIDTH } from "./shapes.ts";

const SIDE = { width: 240, height: 64 };
const LEFT = 10;
const RIGHT = WIDTH - 10 - SIDE.width;

const worker: Rectangle = { ...SIDE, x: LEFT, y: 10 };
const watchdog: Rectangle = { ...SIDE, x: RIGHT, y: 10 };
const redis: Rectangle = { x: LEFT, y: 170, width: WIDTH - 2 * LEFT, height: 64 };
const waiter: Rectangle = { ...SIDE, x: LEFT, y: 330 };
const java: Rectangle = { ...SIDE, x: RIGHT, y: 330 };

// Arrows leave a box near its left edge, which leaves room for a label on their right.
const IN = 34;

const below = ({ x, y, height }: Rectangle) => ({ x: x + IN, y: y + height });
const above = ({ x, y }: Rectangle) => ({ x: x + IN, y });

/** Labels the arrow of a box, which runs from `top` to `bottom`. */
function label(box: Rectangle, top: number, bottom: number, lines: readonly [string, string]): string {
  const at = { x: box.x + IN + 14, y: (top + bottom) / 2 };
  const strong = text({ x: at.x, y: at.y - 10 }, lines[0], { look: "strong" });
  return `${strong}\n${paragraph({ x: at.x, y: at.y + 11 }, lines.slice(1), { tone: "muted" })}`;
}

const redisEnd = redis.y + redis.height;
const handOff = { from: { x: LEFT + SIDE.width, y: 42 }, to: { x: RIGHT, y: 42 } };

export const whoTalksToWhom: Picture = {
  title: "Who talks to whom",
  description:
    "A Worker or Vercel function acquires, renews and releases its locks in Upstash Redis, by HTTPS. " +
    "It can hand a hold off to the watchdog, a Durable Object with an alarm, which renews at a third of the lease, by HTTPS. " +
    "A Java service with Redisson uses the same keys, by TCP: that needs an empty prefix. " +
    "A release is published: the message wakes a function that waits, by an event stream (SSE), and a waiting Java thread, by TCP.",
  height: 404,
  shapes: [
    labelled(worker, ["Worker", "or Vercel function"], "a"),
    labelled(watchdog, ["Watchdog", "Durable Object + alarm"], "a"),
    labelled(redis, ["Upstash Redis", "the state of every lock"]),
    labelled(waiter, ["Worker or function", "that waits for the lock"], "a"),
    labelled(java, ["Java service", "with Redisson"], "b"),
    arrow(handOff.from, handOff.to, { tone: "a" }),
    text({ x: WIDTH / 2, y: 26 }, "handOff", { anchor: "middle", look: "code" }),
    arrow(below(worker), above({ ...redis, x: worker.x }), { tone: "a" }),
    label(worker, worker.y + SIDE.height, redis.y, ["HTTPS", "acquire, renew, release"]),
    arrow(below(watchdog), above({ ...redis, x: watchdog.x }), { tone: "a" }),
    label(watchdog, watchdog.y + SIDE.height, redis.y, ["HTTPS", "renews at lease / 3"]),
    arrow(below({ ...redis, x: waiter.x }), above(waiter), { tone: "a" }),
    label(waiter, redisEnd, waiter.y, ["HTTPS stream (SSE)", "a release message wakes it"]),
    span(below({ ...redis, x: java.x }), above(java), { tone: "b" }),
    label(java, redisEnd, java.y, ["TCP, pub/sub", 'same keys (prefix: "")']),
  ],
};
