// Calls stay in their async context, in workerd.
import { inject } from "vitest";
import { contextContract } from "../contract/context/context.ts";

contextContract(inject("shared"));
