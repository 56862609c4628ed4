// Calls stay in their async context, in Node.
import { inject } from "vitest";
import { contextContract } from "../contract/context/context.ts";

contextContract(inject("shared"));
