// leasehound/web in workerd.
import { inject } from "vitest";
import { webContract } from "../contract/routes/web.ts";

webContract(inject("shared"), (variables, run) => run(variables));
