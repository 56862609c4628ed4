import type { H3Event } from "nitro/h3";
import { locks } from "./locks";
import { orderOf } from "./query";

/** A route runs alone for each order. */
export const options = { locks, name: ({ req }: H3Event) => orderOf(req), waitMs: 0 };
