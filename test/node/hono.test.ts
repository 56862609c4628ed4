// leasehound/hono in Node.
import { inject } from "vitest";
import { honoContract } from "../contract/hono.ts";

honoContract(inject("shared"), async (variables, run) => {
  Object.assign(process.env, variables);
  try {
    return await run({});
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
});
