// The application of the atproto programs: its client metadata, and the stores and the network that a provider of the
// test stands for. PROVIDER_URL names it.
import type { NodeOAuthClientOptions, NodeSavedSession } from "@atproto/oauth-client-node";

const provider = process.env.PROVIDER_URL ?? "";
export const did = "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa";

/** Sends each request to the provider, with its address in a header. */
async function fetchFromProvider(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const headers = new Headers(request.headers);
  headers.set("x-address", request.url);
  const body = request.method === "GET" ? null : await request.text();
  return fetch(provider, { method: request.method, headers, body });
}

const session = `${provider}/session`;

export const options: NodeOAuthClientOptions = {
  fetch: fetchFromProvider,
  handleResolver: "https://pds.example",
  clientMetadata: {
    client_id: "https://app.example/client-metadata.json",
    redirect_uris: ["https://app.example/callback"],
    scope: "atproto",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    dpop_bound_access_tokens: true,
  },
  stateStore: { get: async () => undefined, set: async () => {}, del: async () => {} },
  sessionStore: {
    async get(): Promise<NodeSavedSession | undefined> {
      const answer = await fetch(session);
      return answer.ok ? await answer.json() : undefined;
    },
    async set(_sub, value) {
      await fetch(session, { method: "PUT", body: JSON.stringify(value) });
    },
    async del() {
      await fetch(session, { method: "DELETE" });
    },
  },
};
