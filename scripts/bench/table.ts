// Tables in Markdown, in columns that line up, and paragraphs.

const WIDTH = 120;

export type Cell = string | number;

/** Numbers of a hundred and more are rounded; smaller ones keep two digits. */
function text(cell: Cell): string {
  if (typeof cell === "string") return cell;
  if (Number.isInteger(cell) || Math.abs(cell) >= 100) return Math.round(cell).toLocaleString("en-US");
  return String(Number(cell.toPrecision(2)));
}

/** Figures are aligned to the right; the first column is text. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(text));
  const widths = header.map((_, column) => Math.max(4, ...lines.map((line) => line[column]?.length ?? 0)));
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  const [head = [], ...body] = lines.map((line) => {
    return line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
  });
  return [head, rule, ...body].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/** US dollars; small amounts keep two digits. */
export function dollars(amount: number): string {
  if (amount >= 100) return `$${Math.round(amount).toLocaleString("en-US")}`;
  return `$${amount >= 1 ? amount.toFixed(2) : Number(amount.toPrecision(2))}`;
}

/** In lines as wide as those of the other pages. */
export function wrapped(paragraph: string, indent = ""): string {
  const lines: string[] = [];
  for (const word of paragraph.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines.join("\n");
}
