// Shortens owners to their beginning and their end, because they are long.

const LONGEST = 22;

function shortened(owner: string): string {
  return owner.length <= LONGEST ? owner : `${owner.slice(0, 8)}…${owner.slice(-10)}`;
}

/** Returns the label if there is one, with the owner. */
export function nameOf({ owner, label }: { readonly owner: string; readonly label: string }): string {
  return label === "" ? shortened(owner) : `${label} (${shortened(owner)})`;
}
