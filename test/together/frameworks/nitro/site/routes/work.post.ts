import { lockRoute } from "leasehound/web";
import { defineHandler } from "nitro/h3";
import { options } from "../lib/options";
import { pause, workMsOf } from "../lib/query";

export default defineHandler(
  lockRoute({ ...options, waitMs: 5_000 }, async ({ req }, held) => {
    await pause(workMsOf(req));
    return Response.json({ name: held.name, held: await held.check() });
  }),
);
