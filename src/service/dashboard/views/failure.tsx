// The page of a request that was refused, and the sentences about a Redis that does not answer.
import { isLockError } from "../../../base/errors.ts";
import { type Html, h } from "./html.ts";
import { Layout } from "./layout.tsx";

interface FailureProps {
  readonly base: string;
  readonly title: string;
  readonly message: string;
}

export function Failure({ base, title, message }: FailureProps): Html {
  return (
    <Layout base={base} title={`${title} – leasehound`}>
      <main class="narrow">
        <h1>{title}</h1>
        <p class="alert" role="alert">
          {message}
        </p>
        <p>
          <a href={base}>To the locks</a>
        </p>
      </main>
    </Layout>
  );
}

/** Returns a sentence about an error for viewers of the page. It contains no text from Redis. */
export function reasonOf(error: unknown): string {
  if (!isLockError(error)) return "Something went wrong.";
  switch (error.code) {
    case "REDIS_UNREACHABLE":
    case "OUTCOME_UNKNOWN":
      return "Redis does not answer.";
    case "REDIS_REFUSED":
      return "Redis refused the request. Its token may have no right to SCAN or to run scripts.";
    case "NOT_A_LOCK":
      return "The Redis key of this name is not a lock. It may be a semaphore or a latch: try leasehound show.";
    case "INVALID_OPTION":
      return "No lock can have this name.";
    default:
      return `The locks cannot be read: ${error.code}.`;
  }
}
