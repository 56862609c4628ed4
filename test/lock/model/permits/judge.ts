// Invariants that are independent of the model: metric M10, no valid permit missing, and no returned permit leased
// again.
import { BEYOND_MS, type Request, type Step, UNLEASED_MS } from "./world.ts";

/** The state of Redis after a step. */
export interface Picture {
  readonly available: number | undefined;
  /** Ends by id, epoch ms. */
  readonly leases: ReadonlyMap<string, number>;
}

export class Judge {
  // From the replies and the requests, not read from Redis.
  #total: number | undefined;
  readonly #doneSets = new Set<string>();
  readonly #believed = new Map<string, number>();
  readonly #over = new Map<string, number>();

  /** Returns the violation after this step, if there is one. */
  check(step: Step, reply: unknown, picture: Picture, now: number): string | undefined {
    if (step.kind === "deleted") this.#total = undefined;
    // An operation of Redisson's own restores it.
    if (step.kind.startsWith("java-") && this.#total === undefined && picture.available !== undefined) {
      this.#total = picture.available + picture.leases.size;
    }
    if (step.kind === "run" || step.kind === "sent") this.#follow(step, reply, now);
    const { available, leases } = picture;
    if ((available === undefined) !== (this.#total === undefined)) return "M10: the semaphore came back, or went";
    if (available !== undefined && available + leases.size !== this.#total) {
      return `M10: ${available} available and ${leases.size} leased of ${this.#total}`;
    }
    for (const [id, until] of this.#believed) {
      if (now < until && (leases.get(id) ?? 0) < until) return `${id} is believed to be leased`;
    }
    for (const [id, until] of this.#over) if (now < until && leases.has(id)) return `${id} was given back`;
    return undefined;
  }

  #follow(step: Extract<Step, { kind: "run" | "sent" }>, reply: unknown, now: number): void {
    const { request } = step;
    // Its holder's validity ends when the release is sent.
    if (request.kind === "release" || request.kind === "list") for (const id of request.ids) this.#believed.delete(id);
    if (step.kind === "sent") return;
    if (request.kind === "set") this.#set(request, reply);
    const { kind, remainingMs } = Object(reply);
    if (request.kind === "acquire" && kind === "held" && step.heard && !request.ids.some((id) => this.#over.has(id))) {
      for (const id of request.ids) this.#believed.set(id, now + remainingMs);
    }
    const given = (request.kind === "release" && kind === "ended") || (request.kind === "list" && reply === true);
    if (given && "ids" in request) {
      const life = request.kind === "release" && request.lease !== undefined ? request.lease + BEYOND_MS : UNLEASED_MS;
      for (const id of request.ids) this.#over.set(id, now + life);
    }
  }

  #set({ change, permits, request }: Extract<Request, { kind: "set" }>, reply: unknown): void {
    if (reply !== true || this.#doneSets.has(request)) return;
    this.#doneSets.add(request);
    // Leases of a deleted semaphore end with the new one.
    if (this.#total === undefined) this.#believed.clear();
    this.#total = change === "add" ? (this.#total ?? 0) + permits : permits;
  }
}
