// The gateway behind a port: its faults, its witness and its counters, over HTTP.

/** The address of a gateway over HTTP, and its token, as `leasehound dev --json` prints them. */
export interface GatewayEndpoint {
  /** Such as "http://127.0.0.1:8079". */
  readonly url: string;
  /** The full token. */
  readonly token: string;
}

interface Witnessed {
  readonly command: readonly string[];
}

export class GatewayControl {
  readonly #endpoint: GatewayEndpoint;

  constructor(endpoint: GatewayEndpoint) {
    this.#endpoint = endpoint;
  }

  /** Runs a command of Redis, which no rule may hit: without rules alone. */
  async command(...words: readonly string[]): Promise<unknown> {
    return Object(await this.#request("POST", "/", words)).result;
  }

  /** Sets fault rules of the gateway. */
  async setFaults(...rules: readonly object[]): Promise<void> {
    await this.#request("PUT", "/__faults", { seed: 1, rules });
  }

  async clearFaults(): Promise<void> {
    await this.#request("DELETE", "/__faults");
  }

  /** Returns how often requests have matched the current rules. */
  async faultsMet(): Promise<number> {
    const { rules } = Object(await this.#request("GET", "/__faults"));
    return Array.isArray(rules) ? rules.reduce((sum: number, rule) => sum + Number(Object(rule).fired), 0) : 0;
  }

  /** Returns the executed commands that contain `text`, the oldest first. */
  async witnessed(text: string): Promise<readonly Witnessed[]> {
    const entries = await this.#request("GET", "/__witness");
    const all: Witnessed[] = Array.isArray(entries) ? entries : [];
    return all.filter(({ command }) => command.some((word) => String(word).includes(text)));
  }

  async openStreams(): Promise<number> {
    return Number(Object(await this.#request("GET", "/__counters")).openStreams);
  }

  async #request(method: string, path: string, body?: unknown): Promise<unknown> {
    const { url, token } = this.#endpoint;
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(
      url + path,
      body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) },
    );
    if (!response.ok) throw new Error(`the gateway refused ${method} ${path}: ${await response.text()}`);
    return response.json();
  }
}
