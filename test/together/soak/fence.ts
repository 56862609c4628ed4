// The fence's rounds with their servers: a Redis for the locks, another for the protected lists, and SQLite.

import { mulberry32 } from "../../../src/engine/faults/random.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { command } from "../../support/rest.ts";
import { fenceRounds, KINDS, type LossesOfKinds } from "./fence-rounds.ts";
import { redisStore, sqliteStore } from "./fence-stores.ts";

export async function fenceSoak(rounds: number, seed: number): Promise<LossesOfKinds> {
  await using redis = await startGateway();
  await using protectedRedis = await startGateway();
  using sqlite = sqliteStore();
  return await fenceRounds({
    redis,
    stores: [redisStore(protectedRedis), sqlite],
    rounds,
    random: mulberry32(seed),
    async empty() {
      await command(redis, "FLUSHALL");
    },
  });
}

/** Formats a line for each kind, below a heading. */
export function lossesTable(losses: LossesOfKinds): string {
  const columns = ["rounds", "emptied", "acknowledged", "refused", "lost"] as const;
  const line = (first: string, others: readonly (string | number)[]): string =>
    first.padEnd(9) + others.map((other) => String(other).padStart(14)).join("");
  const lines = KINDS.map((kind) =>
    line(
      kind,
      columns.map((column) => losses[kind][column]),
    ),
  );
  return [line("", columns), ...lines].join("\n");
}
