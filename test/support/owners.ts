// Owners in the form that Redisson and we give them, so that a lock is recognised by them alone.

/** The owner that a test calls by a name of up to sixteen characters. */
export function ownerNamed(name: string): string {
  const digits = hexOf(name).padEnd(32, "0");
  if (digits.length > 32) throw new Error(`the name ${name} is too long`);
  return `${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}:1`;
}

/** Whether its name begins so: with up to four characters. */
export function isNamed(owner: string, beginning: string): boolean {
  return owner.startsWith(hexOf(beginning));
}

function hexOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
