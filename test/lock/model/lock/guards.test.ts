// Every guard of the plain lock is necessary: without it, the model breaks a promise.
import { itNeedsGuards } from "../harness/keeps-promises.ts";
import { lockSpace } from "./space.ts";

itNeedsGuards(lockSpace);
