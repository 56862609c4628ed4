import { createClient } from "@redis/client";

/**
 * The template of every client of the gateway, by `duplicate({ url, … })`; it is never connected. It sends no commands
 * of its own on a connection, which would appear in the counters. `createClient` would build a class with all commands
 * of Redis for each of them, which takes ten milliseconds per stream.
 */
export const quietClient = createClient({ RESP: 2, disableClientInfo: true, maintNotifications: "disabled" });
