// Arguments of the command line. Each function returns the value, or throws what is wrong with it.
import { InvalidArgumentError } from "commander";
import { MOST_PERMITS } from "../../lock/kinds/initial-permits.ts";
import { CommandError, EXIT } from "./exit-code.ts";

export function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new InvalidArgumentError("It must be a number from 0 to 65535.");
}

export function permitsNumber(text: string): number {
  const permits = Number(text);
  if (/^[1-9]\d{0,9}$/.test(text) && permits <= MOST_PERMITS) return permits;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_PERMITS}.`);
}

export function token(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new InvalidArgumentError("It must be printable ASCII characters without spaces.");
}

const ADDRESS =
  "the address of --redis must be a redis:// or rediss:// URL; to use that of REDIS_URL, put --redis behind other words";

/** Quotes nothing of the text, which may contain a password. */
export function redisUrl(text: string): string {
  if (isRedisUrl(text)) return text;
  throw new CommandError("USAGE", ADDRESS, EXIT.usage);
}

export function isRedisUrl(text: string): boolean {
  return URL.canParse(text) && /^rediss?:\/\/[^/]/i.test(text);
}
