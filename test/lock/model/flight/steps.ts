// The steps of a walk, as data: the model and Redis take the same ones.
import type { Answer, FlightModel } from "./model.ts";

/** One request, which may be sent any number of times. */
export type Request =
  | { readonly kind: "acquire"; readonly owner: string; readonly last: boolean; readonly waitedFor: string }
  | { readonly kind: "finish"; readonly owner: string; readonly text: string; readonly ttl: number }
  | { readonly kind: "cancel" | "renew"; readonly owner: string };

export type Step =
  | { readonly kind: "pass"; readonly ticks: number }
  /** `isHeard`: its client gets the reply. */
  | { readonly kind: "run"; readonly request: Request; readonly isHeard: boolean }
  /** It never arrives, or late. */
  | { readonly kind: "lost"; readonly request: Request };

/** Takes a step in the model. Returns the reply, if a script ran. */
export function apply(model: FlightModel, step: Step): Answer | undefined {
  if (step.kind === "pass") model.now += step.ticks;
  return step.kind === "run" ? answerOf(model, step.request) : undefined;
}

function answerOf(model: FlightModel, request: Request): Answer {
  const { owner } = request;
  switch (request.kind) {
    case "acquire":
      return model.acquire(owner, request.last, request.waitedFor);
    case "finish":
      return model.end(owner, { text: request.text, ttl: request.ttl });
    case "cancel":
      return model.end(owner);
    case "renew":
      return model.renew(owner);
  }
}

/** Returns one line of a story. */
export function told(step: Step): string {
  if (step.kind === "pass") return `${step.ticks} ticks pass`;
  const says = toldRequest(step.request);
  if (step.kind === "lost") return `${says}: never arrives, or late`;
  return step.isHeard ? says : `${says}, not heard`;
}

function toldRequest(request: Request): string {
  const { kind, owner } = request;
  if (kind === "finish") return `${owner} ends with ${request.text}`;
  if (kind !== "acquire") return `${owner} ${kind}s`;
  const { last, waitedFor } = request;
  return `${owner} asks${last ? " for the last time" : ""}, having waited for ${waitedFor || "nobody"}`;
}
