// `npm run pictures`: writes the pictures of the documentation, docs/pictures/*.svg.
import { writeFileSync } from "node:fs";
import { readResults } from "../bench/peers/results.ts";
import { comparePictures } from "./compare.ts";
import { fencing } from "./fencing.ts";
import { howLong } from "./how-long.ts";
import { lease } from "./lease.ts";
import { svg } from "./shapes.ts";
import { waitUntil } from "./wait-until.ts";
import { whoTalksToWhom } from "./who-talks-to-whom.ts";

export const FOLDER = "docs/pictures";

const compared = Object.entries(comparePictures(readResults())).map(([name, picture]) => [name, svg(picture)] as const);

/** The text of each file, by its name. */
export const pictures: Readonly<Record<string, string>> = {
  "lease.svg": svg(lease),
  "how-long.svg": svg(howLong),
  "fencing.svg": svg(fencing),
  "wait-until.svg": svg(waitUntil),
  "who-talks-to-whom.svg": svg(whoTalksToWhom),
  ...Object.fromEntries(compared),
};

if (import.meta.main) {
  for (const [name, content] of Object.entries(pictures)) writeFileSync(`${FOLDER}/${name}`, content);
}
