// leasehound/hono in Node.
import { inject } from "vitest";
import { honoContract } from "../contract/hono.ts";
import { inProcessEnvironment } from "../support/process-environment.ts";

honoContract(inject("shared"), inProcessEnvironment);
