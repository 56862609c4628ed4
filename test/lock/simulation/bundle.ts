// Bundles the sources into two functions: one for programs with locks, and one for the service of locks. Their parameters
// are the globals that a simulated world shadows. Each call of such a function is an isolate, with module state of its own.
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { build, type Plugin } from "esbuild";
import { type Load, SHADOWED } from "../../../src/engine/simulation/isolate.ts";
import { isolateLoader, PARAMETERS } from "../../../src/engine/simulation/isolate-loader.ts";

export type Library = typeof import("./entry.ts");
/** The imports of the isolates of a service. */
export type ServiceLibrary = typeof import("./service-entry.ts");

export interface Compiled {
  readonly load: Load<Library>;
  readonly loadService: Load<ServiceLibrary>;
  /** Another version of the sources: every other isolate has it. */
  readonly beside?: Compiled;
  /** Globals that the bundle uses, and that the world neither shadows nor allows. */
  readonly unknownGlobals: readonly string[];
}

/** A text of a source that is replaced. `file`: from the root of the repository. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const ENTRIES = ["test/lock/simulation/entry.ts", "test/lock/simulation/service-entry.ts"];
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

// These depend on nothing but their arguments, or on what the world calls. `WeakRef` is not among them: it shows when
// memory is collected.
const PURE = new Set(
  `Object Function Array Number Boolean String Symbol BigInt Promise RegExp Error AggregateError EvalError RangeError
  ReferenceError SyntaxError TypeError URIError JSON Reflect Proxy Map Set WeakMap WeakSet ArrayBuffer DataView Int8Array
  Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array
  BigUint64Array Iterator parseInt parseFloat isNaN isFinite NaN Infinity undefined encodeURIComponent
  decodeURIComponent encodeURI decodeURI URL URLSearchParams TextEncoder TextDecoder AbortController AbortSignal Event
  EventTarget DOMException queueMicrotask structuredClone atob btoa Request Response Headers FormData Blob File
  ReadableStream TransformStream WritableStream CryptoKey`.split(/\s+/),
);
const ALLOWED = new Set<string>([...PURE, ...SHADOWED]);
const UNKNOWN = "unknownGlobal_";

/**
 * Compiles the sources.
 * @param edits texts to replace. Throws if one is not found exactly once in its file
 * @param root the folder of the repository. Default: this one
 */
export async function compiledFrom(edits: readonly Edit[] = [], root: string = ROOT): Promise<Compiled> {
  const others = Object.getOwnPropertyNames(globalThis).filter((name) => !ALLOWED.has(name) && /^\w+$/.test(name));
  const edited = new Set<Edit>();
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES.map((entry) => resolve(root, entry)),
    outdir: root,
    bundle: true,
    write: false,
    format: "cjs",
    platform: "neutral",
    target: "es2022",
    // Then a function of the bundle goes on after each await, and can be stopped there.
    supported: { "async-await": false, "async-generator": false, "for-await": false },
    logLevel: "silent",
    // Renames each use of a global, and of nothing else that has its name.
    define: Object.fromEntries(others.map((name) => [name, UNKNOWN + name])),
    plugins: [editing(edits, edited), DURABLE_OBJECTS],
  });
  const unused = edits.find((edit) => !edited.has(edit));
  if (unused !== undefined) throw new Error(`the bundle does not contain ${unused.file}`);
  const [text = "", serviceText = ""] = outputFiles.map((file) => stoppable(file.text));
  const found = [text, serviceText].flatMap((each) => [...each.matchAll(new RegExp(`\\b${UNKNOWN}(\\w+)`, "g"))]);
  return {
    load: loadOf<Library>(text),
    loadService: loadOf<ServiceLibrary>(serviceText),
    unknownGlobals: [...new Set(found.map(([, name = ""]) => name))],
  };
}

function loadOf<Exports>(text: string): Load<Exports> {
  const run = compileFunction(text, PARAMETERS, { filename: "leasehound.bundle.js" });
  return isolateLoader<Exports>((...args) => run(...args));
}

/** Lets an async function go on only in events of its own invocation. */
function stoppable(text: string): string {
  const continuation = /(var (fulfilled|rejected) = \(value\) => \{\n)/g;
  if (text.match(continuation)?.length !== 2) throw new Error("esbuild writes async functions in another way");
  return text.replaceAll(continuation, "$1 if (__defers($2, value)) return;\n");
}

/** The module of the platform, whose class only keeps what its constructor gets. */
const DURABLE_OBJECTS: Plugin = {
  name: "durable objects",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cloudflare:workers$/ }, ({ path }) => ({ path, namespace: "platform" }));
    onLoad({ filter: /^/, namespace: "platform" }, () => ({
      contents: "export class DurableObject { constructor(ctx, env) { this.ctx = ctx; this.env = env; } }",
    }));
  },
};

function editing(edits: readonly Edit[], edited: Set<Edit>): Plugin {
  return {
    name: "edits",
    setup({ onLoad }) {
      if (edits.length === 0) return;
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const own = edits.filter(({ file }) => resolve(ROOT, file) === path);
        if (own.length === 0) return undefined;
        let contents = await readFile(path, "utf8");
        for (const edit of own) {
          contents = replaceOnce(contents, edit);
          edited.add(edit);
        }
        return { contents, loader: "ts" };
      });
    },
  };
}

function replaceOnce(text: string, { file, from, to }: Edit): string {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`${relative(ROOT, resolve(ROOT, file))} has ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
