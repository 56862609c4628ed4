// A provider of atproto: it resolves the identity, rotates refresh tokens, and detects a token that is spent twice. It
// also keeps the session that all processes share.
import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const ISSUER = "https://issuer.example";
const PDS = "https://pds.example";
export const DID = "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa";
/** How long a refresh takes: long enough for another process to come meanwhile. */
const REFRESH_MS = 300;

const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  pushed_authorization_request_endpoint: `${ISSUER}/par`,
  require_pushed_authorization_requests: true,
  dpop_signing_alg_values_supported: ["ES256"],
  token_endpoint_auth_methods_supported: ["none"],
  client_id_metadata_document_supported: true,
  protected_resources: [PDS],
};

const DID_DOCUMENT = {
  "@context": ["https://www.w3.org/ns/did/v1"],
  id: DID,
  alsoKnownAs: ["at://ann.example"],
  service: [{ id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint: PDS }],
};

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
}

export class Provider implements AsyncDisposable {
  /** Refreshes that were granted, and those that were refused. */
  refreshes = 0;
  refusals = 0;
  readonly #afterSpend: () => Promise<unknown>;
  /** Whether a client has stored a session. */
  isStored = false;
  #session: unknown = newSession();
  #token = "token-0";
  readonly #server: Server = createServer((request, response) => {
    this.#answer(request).then(
      ({ status = 200, type = "application/json", body }) => {
        response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });

  /** `afterSpend`: what happens between the end of a token and the answer with the next one. */
  constructor(afterSpend: () => Promise<unknown> = () => sleep(REFRESH_MS)) {
    this.#afterSpend = afterSpend;
  }

  /** Whether a session is stored. */
  get hasSession(): boolean {
    return this.#session !== undefined;
  }

  /** Rotates the token, as for a client that died before it had stored the next one. */
  spend(): void {
    this.#token = "token-of-nobody";
  }

  /** Returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const body = await text(request);
    const address = request.headers["x-address"];
    if (address === undefined) return this.#stored(request.method, body);
    if (address === METADATA.token_endpoint) return this.#refreshed(new URLSearchParams(body).get("refresh_token"));
    if (address === `${ISSUER}/.well-known/oauth-authorization-server`) return { body: METADATA };
    if (address === `${PDS}/.well-known/oauth-protected-resource`) {
      return { body: { resource: PDS, authorization_servers: [ISSUER] } };
    }
    if (decodeURIComponent(String(address)).endsWith(DID))
      return { type: "application/did+ld+json", body: DID_DOCUMENT };
    return { status: 404, body: { error: String(address) } };
  }

  #stored(method: string | undefined, body: string): Answer {
    if (method === "PUT") {
      this.#session = JSON.parse(body);
      this.isStored = true;
    }
    if (method === "DELETE") this.#session = undefined;
    return this.hasSession ? { body: this.#session } : { status: 404, body: null };
  }

  async #refreshed(spent: string | null): Promise<Answer> {
    const isGood = spent === this.#token;
    if (isGood) {
      this.refreshes += 1;
      this.#token = `token-${this.refreshes}`;
    } else this.refusals += 1;
    await this.#afterSpend();
    if (!isGood) return { status: 400, body: { error: "invalid_grant", error_description: "the token was spent" } };
    const tokens = { access_token: `access-${this.#token}`, refresh_token: this.#token, token_type: "DPoP" };
    return { body: { ...tokens, scope: "atproto", sub: DID, expires_in: 3_600 } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A session whose access token has expired. */
function newSession(): object {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const tokenSet = { iss: ISSUER, sub: DID, aud: PDS, scope: "atproto", token_type: "DPoP" };
  return {
    dpopJwk: { ...privateKey.export({ format: "jwk" }), alg: "ES256", kid: "key-1" },
    authMethod: { method: "none" },
    tokenSet: {
      ...tokenSet,
      access_token: "access-0",
      refresh_token: "token-0",
      expires_at: new Date(Date.now() - 60_000).toISOString(),
    },
  };
}
