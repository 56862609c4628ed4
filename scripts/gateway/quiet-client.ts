import { createClient } from "@redis/client";

/**
 * What every client of the gateway is a copy of, by `duplicate({ url, … })`; it is never connected. It says nothing of
 * its own on a connection, or it would appear in the counters. `createClient` would make a class with all commands of
 * Redis for each of them: ten milliseconds for every stream.
 */
export const quietClient = createClient({ RESP: 2, disableClientInfo: true, maintNotifications: "disabled" });
