// leasehound/web-locks in Node.
import { inject } from "vitest";
import { webLocksContract } from "../../contract/web-locks/all.ts";

webLocksContract(inject("shared"));
