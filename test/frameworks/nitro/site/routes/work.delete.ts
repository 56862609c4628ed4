import { withLock } from "leasehound/web";
import { defineHandler } from "nitro/h3";
import { options } from "../lib/options";

export default defineHandler(
  withLock(options, () => {
    throw new Error("no such order");
  }),
);
