// What a command answers. Texts are byte texts: each character is one byte.

/** A reply to a command. A bigint is an integer that a number cannot hold. */
export type Reply = null | number | bigint | string | Status | RedisError | Reply[];

/** A short answer such as OK, which Redis distinguishes from a text. */
export class Status {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The error that a command replies. Its message begins with the code, such as WRONGTYPE. */
export class RedisError extends Error {
  override readonly name = "RedisError";
}

export const OK: Status = new Status("OK");

/** Throws an error of Redis. */
export function fail(text: string): never {
  throw new RedisError(text);
}

/** Throws the error of a command with too few or too many words. `name`: the command, in lower case. */
export function wrongArity(name: string): never {
  return fail(`ERR wrong number of arguments for '${name}' command`);
}

/** Throws the error of an option that the command does not have. */
export function syntaxError(): never {
  return fail("ERR syntax error");
}
