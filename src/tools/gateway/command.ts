// A Redis command as bytes: name first, then its arguments.

export type Command = readonly [Buffer, ...Buffer[]];

export function toCommand(parts: readonly Buffer[]): Command | undefined {
  const [name, ...args] = parts;
  return name === undefined || name.length === 0 ? undefined : [name, ...args];
}

export function commandName(command: Command): string {
  return command[0].toString().toUpperCase();
}

/** Returns a word as options are compared; "" if it is missing. */
export function upperCased(word: Buffer | undefined): string {
  return word?.toString("latin1").toUpperCase() ?? "";
}

/** Returns the command that runs a script without keys. */
export function script(source: string, args: readonly Buffer[]): Command {
  return [Buffer.from("EVAL"), Buffer.from(source), Buffer.from("0"), ...args];
}

// The few commands that only Upstash has. Each is sent as one script that gives Upstash's reply, so that it is the same
// alone, in a pipeline and in a transaction. Only `billed` counts it as a script.

const scanWithTypes = `
  local page = redis.pcall('SCAN', unpack(ARGV))
  if page.err then return page end
  local keysAndTypes = {}
  for _, key in ipairs(page[2]) do
    table.insert(keysAndTypes, key)
    table.insert(keysAndTypes, redis.call('TYPE', key).ok)
  end
  return {page[1], keysAndTypes}
`;

/** Returns the command that is sent to Redis: nearly always the given one. */
export function forRedis(command: Command): Command {
  const name = commandName(command);
  if (name === "SCAN") return typedScan(command);
  // For Redis this is an error, for Upstash "not copied".
  if (name === "COPY" && copiesOntoItself(command)) return script("return 0", []);
  return command;
}

/** SCAN cursor … WITHTYPE. Every other option has a value, which may be the same word. */
function typedScan(command: Command): Command {
  const [, cursor, ...options] = command;
  const flag = options.findIndex((word, index) => index % 2 === 0 && upperCased(word) === "WITHTYPE");
  if (cursor === undefined || flag < 0) return command;
  return script(scanWithTypes, [cursor, ...options.toSpliced(flag, 1)]);
}

function copiesOntoItself([, source, destination, ...options]: Command): boolean {
  if (source === undefined || destination?.equals(source) !== true) return false;
  return options.every((word) => upperCased(word) === "REPLACE"); // with DB it may be another key
}
