// A Redis command as bytes: name first, then its arguments.

export type Command = readonly [Buffer, ...Buffer[]];

export function toCommand(parts: readonly Buffer[]): Command | undefined {
  const [name, ...args] = parts;
  return name === undefined || name.length === 0 ? undefined : [name, ...args];
}

export function commandName(command: Command): string {
  return command[0].toString().toUpperCase();
}
