// HTTP between the network of a simulated world and whoever answers requests there.

export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Gets an answer, in the order of its parts. */
export interface Recipient {
  begins(status: number, headers: Headers): void;
  part(text: string): void;
  ends(): void;
  /** The connection ends before the answer does. */
  breaks(): void;
}

/** Answers the requests to one host. */
export interface HttpService {
  /** False: it refuses connections. */
  readonly isUp: boolean;
  /**
   * Answers a request.
   * @returns a function that tells it that the client has left
   */
  serve(request: HttpRequest, recipient: Recipient): () => void;
}
