// Formats times in the time zone of the viewer.

const TIME = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** Formats an instant in epoch ms: "12:03:05". */
export function clock(at: number): string {
  return TIME.format(at);
}
