// leasehound/vercel in Node, as in Vercel's Node functions and Next.js.

import { vercelContract } from "./routes/vercel.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { inProcessEnvironment } from "../../support/process-environment.ts";

vercelContract(await sharedGateway(), inProcessEnvironment);
