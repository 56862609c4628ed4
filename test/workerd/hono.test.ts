// leasehound/hono in workerd.
import { inject } from "vitest";
import { honoContract } from "../contract/routes/hono.ts";

honoContract(inject("shared"), (variables, run) => run(variables));
