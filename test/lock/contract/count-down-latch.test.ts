import { kindContract } from "./every-kind.ts";

await kindContract("count-down-latch");
