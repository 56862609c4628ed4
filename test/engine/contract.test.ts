// The contracts of every kind, through a port to an engine in this process.
import { vi } from "vitest";
import { everyKindContract, MOST_AT_ONCE } from "../contract/every-kind.ts";
import { startFront } from "./rest-front.ts";

vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
everyKindContract(await startFront({ compares: true }), true);
