// The environment of Node, as platforms set it.
import type { InEnvironment } from "../edge/contract/routes/routes.ts";

export const inProcessEnvironment: InEnvironment = async (variables, run) => {
  Object.assign(process.env, variables);
  try {
    return await run({});
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
};
