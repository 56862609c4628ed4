// A line of a subscription as REST servers of Redis send it: a server-sent event.

/**
 * Returns the text of an event. CR, LF and both together end a line of an event stream, so that each starts a separate
 * `data:` line.
 */
export function eventOf(line: string): string {
  return `${line
    .split(/\r\n|\r|\n/)
    .map((part) => `data: ${part}\n`)
    .join("")}\n`;
}
