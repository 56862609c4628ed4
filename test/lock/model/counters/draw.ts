// Draws the next event of a walk: mostly requests, most of which are repeated, late and out of order.
import type { Random } from "../harness/random.ts";
import type { Event, Other, Request, World } from "./model.ts";

/** Requests of one walk that may still arrive. */
export class Requests {
  readonly #random: Random;
  readonly #kind: World["kind"];
  #underWay: Request[] = [];
  readonly ids: string[] = [];

  constructor(kind: World["kind"], random: Random) {
    this.#kind = kind;
    this.#random = random;
  }

  next(): Event {
    const draw = this.#random(100);
    if (draw < 10) return this.#other(draw);
    const again = this.#underWay[this.#random(this.#underWay.length + 1)];
    if (draw < 60 && again !== undefined) return again;
    const request = draw < 75 && again !== undefined ? this.#about(again) : this.#fresh();
    this.#underWay.push(request);
    if (!this.ids.includes(request.id)) this.ids.push(request.id);
    return request;
  }

  #other(draw: number): Other {
    const permits = 1 + this.#random(3);
    if (draw === 0) return { op: "key-goes" };
    if (draw === 1) {
      // A request later than its record is outside of the guarantees.
      this.#underWay = [];
      return { op: "hour-passes" };
    }
    if (this.#kind === "latch") return { op: "java-counts-down" };
    if (draw === 2) return { op: "java-drains" };
    return draw < 6 ? { op: "java-takes", permits } : { op: "java-gives", permits };
  }

  /** For an acquire: its cancel, or its last attempt. */
  #about(request: Request): Request {
    if (request.op !== "acquire") return this.#fresh();
    return this.#random(2) === 0 ? { op: "cancel", id: request.id } : { ...request, last: true };
  }

  #fresh(): Request {
    const id = `r${this.ids.length}`;
    const draw = this.#random(20);
    const some = this.#random(6);
    if (this.#kind === "latch") {
      if (draw < 6) return { op: "set", id, number: 1 + some, timed: false };
      return draw < 8 ? { op: "delete", id } : { op: "count-down", id };
    }
    if (draw < 3) return { op: "set", id, number: some, timed: draw === 0 };
    if (draw < 4) return { op: "drain", id };
    if (draw < 8) return { op: "add", id, permits: some - 2 };
    // A request that is cancelled before it arrives.
    if (draw < 9) return { op: "cancel", id };
    return { op: "acquire", id, permits: 1 + this.#random(4), last: draw < 11 };
  }
}
