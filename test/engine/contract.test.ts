// The contracts of the kinds, through a port to an engine in this process. All of them in `npm run test:full`.
import { vi } from "vitest";
import { over } from "../lock/contract/cell.ts";
import { kindsOverContract, MOST_AT_ONCE } from "../lock/contract/every-kind.ts";
import { startInProcess } from "./in-process.ts";

// Most of it is waiting.
vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
const redis = await startInProcess();
over("engine", () => kindsOverContract(redis));
