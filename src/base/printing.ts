// How objects of this package look when they are printed, logged, or converted to JSON: a few facts, and never a
// secret. Their members are private, so without this a log would show only the class name.

export type Facts = Readonly<Record<string, unknown>>;

// Node, Deno, Bun and workerd look for this symbol.
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** Makes all objects of a class show these facts, under this name. */
export function showsAs<Shown extends object>(
  { prototype }: { readonly prototype: Shown },
  name: string,
  factsOf: (shown: Shown) => Facts,
): void {
  // The prototype is printed too, and lacks the private members.
  define(prototype, name, (shown: Shown) => (shown === prototype ? {} : factsOf(shown)));
}

/** Makes one object without a class show these facts. Returns the object. */
export function shownAs<Shown extends object>(shown: Shown, name: string, factsOf: () => Facts): Shown {
  return define(shown, name, factsOf);
}

type Inspect = (value: unknown, options: unknown) => string;

function define<Shown extends object>(target: Shown, name: string, factsOf: (shown: Shown) => Facts): Shown {
  return Object.defineProperties(target, {
    toJSON: {
      value(this: Shown): Facts {
        return factsOf(this);
      },
    },
    [INSPECT]: {
      // Node calls it like this since version 14. Without `inspect`, the returned value is printed.
      value(this: Shown, depth: number, options: unknown, inspect?: Inspect): unknown {
        if (depth < 0) return `[${name}]`;
        return inspect === undefined ? factsOf(this) : `${name} ${inspect(factsOf(this), options)}`;
      },
    },
    [Symbol.toStringTag]: { value: name },
  });
}
