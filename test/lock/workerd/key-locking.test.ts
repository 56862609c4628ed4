// Key-level locking in workerd, which computes the hashes of scripts by itself. Node runs the contracts of all kinds.
import { afterAll, describe, expect, it } from "vitest";
import { lockAcquire } from "../../../src/lock/lua/generated.ts";
import { createLocks, everyClientHas } from "../../support/bare-locks.ts";
import { strictGateway } from "../../support/gateways.ts";
import { witnessed } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { kinds } from "../contract/kinds.ts";
import { lockContract } from "../contract/lock/lock.ts";

const redis = await strictGateway();
afterAll(everyClientHas({ keyLocking: true }));

it("the hash that is sent is that of the script with the flag", async () => {
  const lock = createLocks({ redis }).lock(uniqueName());
  await (await lock.acquire()).release();
  const [[name, hash] = [], ...others] = (await witnessed(redis, lock.name)).map(({ command }) => command);
  expect(name).toBe("EVALSHA");
  expect(hash).not.toBe(lockAcquire.sha1);
  expect(others.map(([word, text = ""]) => word === "EVALSHA" || text.startsWith("#!lua"))).not.toContain(false);
});

describe.concurrent("plain lock", () => lockContract(redis, kinds.plain));
