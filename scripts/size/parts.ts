// The parts of a bundle.
import { bundle } from "./bundle.ts";

/** The parts of a lock, by the modules of dist/. A module belongs to the first part that names it. */
const PARTS: readonly { readonly title: string; readonly modules: RegExp }[] = [
  { title: "the scripts", modules: /^lock\/lua\/generated/ },
  { title: "their arguments and replies", modules: /^lock\/lua\// },
  { title: "errors and their messages", modules: /(^|-)errors?\b/ },
  { title: "checks of options and names", modules: /^(base\/validate|lock\/(options|keys|client-options))\.js/ },
  { title: "acquire, and the cancel of an unanswered acquire", modules: /^lock\/hold\/(acquire|cancel)/ },
  { title: "a hold: validity, renewal, release, hand-off, text", modules: /^lock\/(hold|parts|watchdog)\// },
  {
    title: "requests: fetch, retries, deadlines, refusals",
    modules: /^(lock\/redis\/|lock\/http\/|lock\/protocol|lock\/retry)/,
  },
  { title: "waiting", modules: /^(lock\/wait\/|base\/timers)/ },
  { title: "lock, client, events, printed forms of objects", modules: /./ },
];

/** Returns the bytes of each part: its share of the minified program, scaled to the size after gzip. */
export async function partBytes(imports: string): Promise<ReadonlyMap<string, number>> {
  const { bytes, text, addedBytes } = await bundle(imports);
  const sums = new Map(PARTS.map(({ title }) => [title, 0]));
  for (const [file, minified] of addedBytes) {
    const module = file.replace(/^dist\//, "");
    const title = PARTS.find(({ modules }) => modules.test(module))?.title ?? "";
    sums.set(title, (sums.get(title) ?? 0) + (minified / text.length) * bytes);
  }
  return sums;
}
