// How an object of this package looks when it is printed, logged, or made JSON: a few facts, and never a secret. The
// objects keep what they are made of in private members and closures; without these forms a log would show nothing but
// the name of their class.

export type Facts = Readonly<Record<string, unknown>>;

// The name under which Node, Deno, Bun and workerd look for it.
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** Makes all objects of a class show these facts. `name`: what they are called. */
export function showsAs<Shown extends object>(
  { prototype }: { readonly prototype: Shown },
  name: string,
  factsOf: (shown: Shown) => Facts,
): void {
  // A prototype is printed, too, and has none of the members.
  define(prototype, name, (shown: Shown) => (shown === prototype ? {} : factsOf(shown)));
}

/** The same for one object that has no class; returns the object. */
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
      // Called in this way since Node 14; without the last argument, what is returned is printed.
      value(this: Shown, depth: number, options: unknown, inspect?: Inspect): unknown {
        if (depth < 0) return `[${name}]`;
        return inspect === undefined ? factsOf(this) : `${name} ${inspect(factsOf(this), options)}`;
      },
    },
    [Symbol.toStringTag]: { value: name },
  });
}
