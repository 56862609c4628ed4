import { lockRoute } from "leasehound/vercel";
import { locks } from "../../../lib/locks";
import { orderOf } from "../../../lib/query";

export const POST = lockRoute({ locks, name: orderOf }, () => {
  throw new Error("no such order");
});
