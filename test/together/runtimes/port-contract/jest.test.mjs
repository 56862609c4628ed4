import { afterAll, describe, it } from "@jest/globals";
import { contractWith } from "./suite.mjs";

contractWith({ describe, it: (title, run) => it(title, run, 30_000), afterAll });
