// Owners in the form that Redisson and we give them, so that a lock is recognised by them alone.

const CLIENT = "00000000-0000-4000-8000-";

/** The owner that a test calls by a name of up to six characters. */
export function ownerNamed(name: string): string {
  const hex = Array.from(new TextEncoder().encode(name), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex.length > 12) throw new Error(`the name ${name} is too long`);
  return `${CLIENT}${hex.padEnd(12, "0")}:1`;
}

/** Whether its short name begins so. */
export function isNamed(owner: string, beginning: string): boolean {
  return owner.startsWith(ownerNamed(beginning).replace(/(00)*:1$/, ""));
}
