import { lockRoute } from "leasehound/web";
import { defineHandler } from "nitro/h3";
import { options } from "../lib/options";
import { firstMsOf, pause, workMsOf } from "../lib/query";
import { rows } from "../lib/rows";

export default defineHandler(
  lockRoute(options, async ({ req }, held) => {
    await pause(firstMsOf(req));
    return rows(workMsOf(req), held);
  }),
);
