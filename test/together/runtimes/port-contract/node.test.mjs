import { after, describe, it } from "node:test";
import { contractWith } from "./suite.mjs";

contractWith({ describe, it, afterAll: after });
