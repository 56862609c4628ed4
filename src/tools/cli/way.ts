// A way of the command to a database, and where the database is.
import type { RedisEndpoint, RedisPort } from "../../index.ts";
import type { CommandSender } from "../../lock/redis/command-sender.ts";
import type { TcpPlace } from "./libraries.ts";

/** What names the address and the token or password of a database on the command line: variables, or an option. */
export interface GivenBy {
  readonly address: string;
  readonly secret: string;
}

/** Where a database is. Plain data, for the process that deletes the keys of `prove`. */
export type DatabaseAddress = (RedisEndpoint | TcpPlace) & { readonly givenBy: GivenBy };

/** A way to a database. */
export interface Way extends Pick<CommandSender, "send" | "secrets"> {
  /** "HTTP", or the library. */
  readonly over: string;
  /** Without a login. */
  readonly host: string;
  readonly givenBy: GivenBy;
  /** What the locks get. */
  readonly redis: RedisEndpoint | RedisPort;
  /** Returns how one client of locks follows channels. */
  newFollow(): RedisPort["follow"];
  close(): void;
}
