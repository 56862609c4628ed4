import { lockRoute } from "leasehound/web";
import { defineHandler } from "nitro/h3";
import { options } from "../lib/options";

export default defineHandler(
  lockRoute(options, () => {
    throw new Error("no such order");
  }),
);
