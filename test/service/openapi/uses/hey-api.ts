// Uses the lock API with a client of @hey-api/openapi-ts. No cast: the types must be those of the answers.
import { client } from "../.cache/hey-api/client.gen.js";
import { acquire, inspect, list, release, renew } from "../.cache/hey-api/index.js";

export async function use(baseUrl: string, token: string): Promise<string[]> {
  client.setConfig({ baseUrl, auth: token });
  const path = { name: "orders/42" };
  const acquired = await acquire({ path, body: { waitMs: 0 } });
  if (acquired.data === undefined) throw new Error(acquired.error.title);
  const { hold, owner, holdCount } = acquired.data;
  const busy = await acquire({ path, body: { kind: "lock" } });
  const code = busy.error?.code ?? "none";
  const inspected = await inspect({ path });
  const holder = inspected.data?.holders[0]?.owner === owner ? "found" : "other";
  const page = await list({ query: { match: "orders*", limit: "10" } });
  const renewed = await renew({ path, body: { hold } });
  const isLater = (renewed.data?.validUntil ?? 0) > Date.now();
  const released = await release({ path, body: { hold } });
  const names = page.data?.locks.map(({ name }) => name) ?? [];
  return [String(holdCount), code, holder, ...names, String(isLater), released.data?.outcome ?? "none"];
}
