import { lockRoute } from "leasehound/web";
import { defineHandler } from "nitro/h3";
import { options } from "../lib/options";
import { workMsOf } from "../lib/query";
import { rows } from "../lib/rows";

export default defineHandler(
  lockRoute({ ...options, maxResponseMs: 2_000 }, ({ req }, held) => rows(workMsOf(req), held)),
);
