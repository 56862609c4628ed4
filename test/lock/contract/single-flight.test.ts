import { kindContract } from "./every-kind.ts";

await kindContract("single-flight");
