// A site served for the tests of a file, with a Redis and a service of its own.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { Service } from "../../support/service.ts";
import { LEASE_MS, type Served } from "./routes.ts";
import { startSite, unhandledIn } from "./site-server.ts";
import { siteNamed } from "./sites.ts";

export interface ServedSite extends Served {
  readonly redis: Gateway;
  /** Answers all requests of the examples. */
  readonly service: Service;
}

/**
 * Serves a site while the tests of this file run, and then checks that its server had no unhandled error.
 *
 * @param variables of the examples, each with the path after the service's address
 *
 * @returns the served site, once the tests run
 */
export function serve(name: string, variables: Record<string, string> = {}): () => ServedSite {
  let served: ServedSite | undefined;
  const site = siteNamed(name);
  const service = new Service();
  beforeAll(async () => {
    const redis = await startGateway();
    await service.start();
    const urls = Object.entries(variables).map(([variable, path]) => [variable, service.url + path]);
    const server = await startSite(site, Object.keys(variables).length > 0 ? "examples" : "server", {
      UPSTASH_REDIS_REST_URL: redis.url,
      UPSTASH_REDIS_REST_TOKEN: redis.token,
      LEASE_MS: String(LEASE_MS),
      ...Object.fromEntries(urls),
    });
    served = { server, redis, service };
  });
  afterAll(async () => {
    await served?.server.stop();
    service.stop();
    await served?.redis.close();
    if (served !== undefined) expect(unhandledIn(site, served.server)).toBeUndefined();
  });
  return () => {
    if (served === undefined) throw new Error(`the site ${name} is not served yet`);
    return served;
  };
}

/** Returns the output of the site's server so far. */
export function said({ server }: Served): string {
  return readFileSync(server.log, "utf8");
}
