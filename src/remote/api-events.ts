// An answer of a lock API as a stream of server-sent events.
import { oneRequest } from "../redis/one-request.ts";
import type { RunLimits } from "../redis/port.ts";
import { eventsOf } from "../redis/server-sent-events.ts";
import { type Attempted, fieldsToShow, isAnswerTo, unexpectedAnswer } from "./answers.ts";
import { type Fields, fieldsIn } from "./fields.ts";

/** The events of one answer. */
export interface ApiEvents {
  /**
   * Returns the members of the next event. After an error, the answer has ended.
   * @throws UNEXPECTED_REPLY for an event that names another request; OUTCOME_UNKNOWN when the stream ends or is cut,
   * or the deadline has passed; ABORTED
   */
  next(limits: RunLimits): Promise<Fields>;
  /** Lets the request end by itself after its last event, so that its connection can be used again. */
  finish(): void;
  /** Ends the request. */
  end(): void;
}

/** Returns whether an answer is events. */
export function hasEvents({ status, headers }: Response): boolean {
  return status === 200 && (headers.get("content-type") ?? "").startsWith("text/event-stream");
}

/**
 * Returns the events of an answer.
 * @param attempted what each event must name
 * @param request ends the request when it aborts
 * @param secrets texts that no error may show
 */
export function apiEvents(
  attempted: Attempted,
  response: Response,
  request: AbortController,
  secrets: readonly string[],
): ApiEvents {
  const events = eventsOf(response, () => {}, request.signal);
  async function read(): Promise<Fields> {
    const { done, value } = await events.next();
    const fields = done ? undefined : fieldsIn(value);
    if (fields === undefined) throw new TypeError("the events ended without a last one");
    const { status = 200 } = fields;
    if (isAnswerTo(attempted, fields, status)) return "hold" in fields ? fields : fieldsToShow(fields, secrets);
    end();
    throw unexpectedAnswer();
  }
  const end = (): void => request.abort();
  return {
    next: (limits) =>
      oneRequest(limits, secrets, (signal) => {
        signal.addEventListener("abort", end);
        return read();
      }),
    finish: () => void read().then(end, end),
    end,
  };
}
