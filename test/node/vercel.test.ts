// leasehound/vercel in Node, as in Vercel's Node functions and Next.js.
import { inject } from "vitest";
import { vercelContract } from "../contract/routes/vercel.ts";
import { inProcessEnvironment } from "../support/process-environment.ts";

vercelContract(inject("shared"), inProcessEnvironment);
