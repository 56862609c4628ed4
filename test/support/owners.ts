// Owners in the format of Redisson and of ours, by which a lock is recognised.

/** Returns the owner for a name of up to sixteen characters. */
export function ownerNamed(name: string): string {
  const digits = hexOf(name).padEnd(32, "0");
  if (digits.length > 32) throw new Error(`the name ${name} is too long`);
  return `${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}:1`;
}

/** Returns whether its name begins with these up to four characters. */
export function isNamed(owner: string, beginning: string): boolean {
  return owner.startsWith(hexOf(beginning));
}

function hexOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
