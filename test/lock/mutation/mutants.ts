// Wrong versions of a compiled Lua script, with one small change each.

export interface Mutant {
  readonly script: string;
  /** Line of the compiled script, from 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly source: string;
}

export interface Operator {
  readonly find: RegExp;
  /** "$1": the match of the first group. */
  readonly replacements: readonly string[];
}

// Conditions, constants, words that have a meaning in a key or record, and swapped keys and arguments.
const OPERATORS: readonly Operator[] = [
  { find: /==/g, replacements: ["~="] },
  { find: /~=/g, replacements: ["=="] },
  { find: / < /g, replacements: [" <= ", " > "] },
  { find: / > /g, replacements: [" >= ", " < "] },
  { find: / and /g, replacements: [" or "] },
  { find: / or /g, replacements: [" and "] },
  { find: /\bnot /g, replacements: [""] },
  { find: /(?<![\w.'])0(?![\w.'])/g, replacements: ["1"] },
  { find: /(?<![\w.'-])1(?![\w.'\]])/g, replacements: ["2", "0"] },
  { find: /-1(?![\w.'])/g, replacements: ["1", "-2"] },
  { find: /-2(?![\w.'])/g, replacements: ["-1"] },
  { find: /'1'/g, replacements: ["'0'"] },
  { find: /'-'/g, replacements: ["'+'"] },
  { find: /'\+'/g, replacements: ["'-'"] },
  { find: /'(released|still:|taken|free|refused|lost|reentered)'/g, replacements: ["'other'"] },
  { find: /, 'GT'/g, replacements: ["", ", 'LT'"] },
  { find: /life_ms, 'NX'/g, replacements: ["life_ms"] },
  { find: /math\.min/g, replacements: ["math.max"] },
  { find: /KEYS\[1\], KEYS\[2\]/g, replacements: ["KEYS[2], KEYS[1]"] },
  { find: /KEYS\[2\], KEYS\[3\]/g, replacements: ["KEYS[3], KEYS[2]"] },
  { find: /ARGV\[1\], ARGV\[2\]/g, replacements: ["ARGV[2], ARGV[1]"] },
  { find: /\b(life_ms|lease_ms|rest_lease_ms)\b(?=[,)]| \})/g, replacements: ["'8000'"] },
  { find: /\brecord = KEYS\[4\]/g, replacements: ["record = KEYS[3]", "record = nil"] },
  { find: /%06d/g, replacements: ["%d", "%07d"] },
  { find: /clock\[1\] \.\./g, replacements: ["clock[2] .."] },
  { find: /'INCR'/g, replacements: ["'GET'", "'DECR'"] },
  { find: /\btake_with_token\(\)/g, replacements: ["take()"] },
  { find: /#latest\b|#token\b/g, replacements: ["16"] },
  { find: /\bowner_state\b(?=,)/g, replacements: ["lock"] },
  { find: /\brecord, '/g, replacements: ["owner_state, '"] },
];

// A statement that is a single call, also for passed owners only, and a return that ends a script early.
const DROPPABLE =
  /^(call|redis\.call)\(|^if (left and )?record .* end$|^write_owner_state\(|^load_state\(\)$|^if over then|^(left|life_ms|epoch) = /;

// A command that runs after a refusal alone: test/lock/lua/refused-commands.test.ts judges these.
const TAKES_BACK = /\bundo\(/;

/** Returns every mutant of one script, or of one of its files. */
export function mutantsOf(script: string, source: string, more: readonly Operator[] = []): Mutant[] {
  const lines = source.split("\n");
  const made: Mutant[] = [];
  const add = (index: number, after: string): void => {
    const before = lines[index] ?? "";
    made.push({ script, line: index + 1, before, after, source: lines.with(index, after).join("\n") });
  };
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("--") || TAKES_BACK.test(line)) continue;
    if (DROPPABLE.test(line)) add(index, "");
    for (const { find, replacements } of [...OPERATORS, ...more]) {
      for (const match of line.matchAll(find)) {
        for (const replacement of replacements) {
          const changed = replacement.replace("$1", match[1] ?? "");
          add(index, line.slice(0, match.index) + changed + line.slice(match.index + match[0].length));
        }
      }
    }
  }
  return made;
}
