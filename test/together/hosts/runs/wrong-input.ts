// Wrong input of every host: an error names the member, and nothing is held afterwards.
import { command } from "../../../support/rest.ts";
import { linesOf, must, type Run, start } from "./run.ts";

export const wrongInput: Run = async (place) => {
  const lines = await linesOf([start(place, "wrong-input")]);
  const [count = "", ...problems] = lines.reverse();
  must(problems.length === 0, problems.join("\n"));
  const left = await command<string[]>(place.gateway, "KEYS", "wrong:*");
  must(left.length === 0, `still held: ${left}`);
  return `${count} with wrong input: each is an error that names the member, and nothing is held`;
};
