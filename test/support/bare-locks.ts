// Locks under bare names, like Redisson's default: most tests inspect the keys.
import { createLocks as createLocksOfAll, type Locks, type LocksOptions, type RedisPort } from "../../src/index.ts";
import type { Endpoint } from "./rest.ts";

let ofEveryClient: Partial<LocksOptions> = {};
let made: (options: LocksOptions) => Locks = createLocksOfAll;
let transport: ((endpoint: Endpoint) => RedisPort) | undefined;

/**
 * Sets options of all clients from now on, for contracts that make their own clients.
 *
 * @returns a function that undoes it. Call it after the file: other files run in the same process
 */
export function everyClientHas(options: Partial<LocksOptions>): () => void {
  ofEveryClient = options;
  return () => {
    ofEveryClient = {};
  };
}

/**
 * Replaces createLocks for all later clients, for example by one that makes clients over HTTP.
 *
 * @returns a function that undoes it. Call it after the file: other files run in the same process
 */
export function everyClientIsMadeBy(make: (options: LocksOptions) => Locks): () => void {
  made = make;
  return () => {
    made = createLocksOfAll;
  };
}

/**
 * Lets all later clients reach a gateway by another transport than HTTP.
 *
 * @param to makes the port of one client
 * @returns a function that undoes it. Call it after the file: other files run in the same process
 */
export function everyClientReaches(to: (endpoint: Endpoint) => RedisPort): () => void {
  transport = to;
  return () => {
    transport = undefined;
  };
}

/** Returns what a client of a gateway is given: its address, or a port, since `everyClientReaches`. */
export function reached(endpoint: Endpoint): Endpoint | RedisPort {
  return transport === undefined ? endpoint : transport(endpoint);
}

export function createLocks(options: LocksOptions): Locks {
  const { redis } = options;
  const isAddress = typeof redis === "object" && "url" in redis && "token" in redis;
  return made({ prefix: "", ...ofEveryClient, ...options, ...(isAddress && { redis: reached(redis) }) });
}
