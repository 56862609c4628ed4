import { kindContract } from "../../contract/every-kind.ts";

await kindContract("light");
