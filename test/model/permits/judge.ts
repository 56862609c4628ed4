// What must be so whatever the model says: metric M10, no permit that somebody believes in gone, none that was given
// back leased again.
import { BEYOND_MS, type Request, type Step, UNLEASED_MS } from "./world.ts";

/** What there is in Redis after a step. */
export interface Picture {
  readonly available: number | undefined;
  /** Ends by id, epoch ms. */
  readonly leases: ReadonlyMap<string, number>;
}

export class Judge {
  // As everybody was told, and Redis was asked: not read from it.
  #total: number | undefined;
  readonly #doneSets = new Set<string>();
  readonly #believed = new Map<string, number>();
  readonly #over = new Map<string, number>();

  /** What is wrong after this step, if anything. */
  check(step: Step, reply: unknown, picture: Picture, now: number): string | undefined {
    if (step.kind === "deleted") this.#total = undefined;
    // Redisson's own brings it back.
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
    // Its holder does not believe any more when it is sent.
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
    // Leases of a semaphore that was deleted end with the new one.
    if (this.#total === undefined) this.#believed.clear();
    this.#total = change === "add" ? (this.#total ?? 0) + permits : permits;
  }
}
