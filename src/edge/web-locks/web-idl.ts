// The properties that the Web IDL of an interface demands, and that a JavaScript class does not have by itself.

/** Given to the constructor by this package alone: for all others it is illegal. */
export const CONSTRUCTED: unique symbol = Symbol();

/** Refuses a constructor's call by anybody else. Throws a TypeError. */
export function mustBeConstructed(key: unknown): void {
  if (key !== CONSTRUCTED) throw new TypeError("Illegal constructor");
}

/**
 * Makes a class look like an interface: its members are enumerable, and its objects have a tag.
 * @param lengths the number of arguments that each method needs; undefined for a getter
 */
export function likeAnInterface(
  of: { readonly prototype: object },
  name: string,
  lengths: Readonly<Record<string, number | undefined>>,
): void {
  const { prototype } = of;
  for (const [member, length] of Object.entries(lengths)) {
    Object.defineProperty(prototype, member, { enumerable: true });
    if (length !== undefined) Object.defineProperty(Reflect.get(prototype, member), "length", { value: length });
  }
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  // A bundler may rename the class.
  Object.defineProperty(of, "name", { value: name, configurable: true });
}
