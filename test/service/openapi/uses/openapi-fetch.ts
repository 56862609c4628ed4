// Uses the lock API with a client of openapi-typescript and openapi-fetch. No cast: the types must be those of the
// answers.
import createClient from "openapi-fetch";
import type { paths } from "../.cache/openapi-fetch.js";

export async function use(baseUrl: string, token: string): Promise<string[]> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const path = { name: "orders/42" };
  const acquired = await client.POST("/v1/locks/{name}/acquire", { params: { path }, body: { waitMs: 0 } });
  if (acquired.data === undefined) throw new Error(acquired.error.title);
  const { hold, owner, holdCount } = acquired.data;
  const busy = await client.POST("/v1/locks/{name}/acquire", { params: { path }, body: { kind: "lock" } });
  const code = busy.error?.code ?? "none";
  const inspected = await client.GET("/v1/locks/{name}/inspect", { params: { path } });
  const holder = inspected.data?.holders[0]?.owner === owner ? "found" : "other";
  const page = await client.GET("/v1/locks", { params: { query: { match: "orders*", limit: "10" } } });
  const renewed = await client.POST("/v1/locks/{name}/renew", { params: { path }, body: { hold } });
  const isLater = (renewed.data?.validUntil ?? 0) > Date.now();
  const released = await client.POST("/v1/locks/{name}/release", { params: { path }, body: { hold } });
  const names = page.data?.locks.map(({ name }) => name) ?? [];
  return [String(holdCount), code, holder, ...names, String(isLater), released.data?.outcome ?? "none"];
}
