import { kindContract } from "./every-kind.ts";

await kindContract("renewal");
