// docs/pictures/how-long.svg: the call that keeps a lock, by how long the work lives.
import { arrow, box, LEADING, labelled, line, type Picture, paragraph, text, WIDTH } from "./shapes.ts";

interface Choice {
  /** How long the work lives. */
  readonly work: readonly string[];
  readonly calls: readonly { readonly code: string; readonly says: readonly string[] }[];
}

const CHOICES: readonly Choice[] = [
  {
    work: ["Inside the handler"],
    calls: [
      {
        code: "await using held = …",
        says: [
          "released at the end of the scope;",
          "held.keepAlive(ctx) renews it,",
          "15 minutes unless maxHoldMs is set",
        ],
      },
      { code: "locks.withLock(name, fn)", says: ["renewed while fn runs,", "15 minutes unless maxHoldMs is set"] },
    ],
  },
  {
    work: ["In the background,", "after the response"],
    calls: [
      {
        code: "held.keepAlive(ctx, { until })",
        says: ["renewed while that work runs,", "15 minutes unless maxHoldMs is set"],
      },
    ],
  },
  {
    work: ["Longer than", "the invocation"],
    calls: [
      { code: "held.handOff({ maxHoldMs })", says: ["a watchdog renews it until it is", "released, or for maxHoldMs"] },
    ],
  },
  {
    work: ["As long as", "a Durable Object"],
    calls: [
      { code: "new DurableLocks(ctx, { redis })", says: ["the object’s alarm renews it until", "it is released"] },
    ],
  },
  {
    work: ["In a process:", "Node, Deno, Bun"],
    calls: [
      { code: "held.keepAlive()", says: ["renewed until it is released,", "15 minutes unless maxHoldMs is set"] },
    ],
  },
];

const TRUNK = 34;
const LEFT = { x: 62, width: 190 };
const RIGHT = { x: 300, width: WIDTH - 300 - 10 };
const FORK = (LEFT.x + LEFT.width + RIGHT.x) / 2;
const QUESTION = { x: 10, y: 10, width: 320, height: 44 };
const CODE = 32;
const GAP = 22;

type Call = Choice["calls"][number];

/** A part of the tree. `bottom`: where the next part may begin. */
interface Drawn {
  readonly shapes: readonly string[];
  readonly bottom: number;
}

function drawCall({ code, says }: Call, top: number): Drawn {
  const start = { x: RIGHT.x + 12, y: top + CODE / 2 };
  const shapes = [
    box({ ...RIGHT, y: top, height: CODE }, { tone: "a" }),
    text(start, code, { look: "code", tone: "a", inside: true }),
    paragraph({ x: start.x, y: top + CODE + 15 }, says, { tone: "muted" }),
  ];
  return { shapes, bottom: top + CODE + 4 + says.length * LEADING };
}

function drawChoice({ work, calls }: Choice, top: number): Drawn {
  const middle = top + CODE / 2;
  const shapes = [
    arrow({ x: TRUNK, y: middle }, { x: LEFT.x, y: middle }),
    labelled({ ...LEFT, y: middle - 27, height: 54 }, work, "plain", work.length),
    line(
      [
        { x: LEFT.x + LEFT.width, y: middle },
        { x: FORK, y: middle },
      ],
      { tone: "a" },
    ),
  ];
  let bottom = top - 12;
  for (const call of calls) {
    const drawn = drawCall(call, bottom + 12);
    const y = bottom + 12 + CODE / 2;
    if (y !== middle)
      shapes.push(
        line(
          [
            { x: FORK, y: middle },
            { x: FORK, y },
          ],
          { tone: "a" },
        ),
      );
    shapes.push(arrow({ x: FORK, y }, { x: RIGHT.x, y }, { tone: "a" }), ...drawn.shapes);
    bottom = drawn.bottom;
  }
  return { shapes, bottom };
}

function drawTree(): Drawn {
  const shapes: string[] = [];
  let bottom = QUESTION.y + QUESTION.height + 8;
  let end = bottom;
  for (const choice of CHOICES) {
    end = bottom + GAP + CODE / 2;
    const drawn = drawChoice(choice, bottom + GAP);
    shapes.push(...drawn.shapes);
    bottom = drawn.bottom;
  }
  const trunk = line([
    { x: TRUNK, y: QUESTION.y + QUESTION.height },
    { x: TRUNK, y: end },
  ]);
  return { shapes: [trunk, labelled(QUESTION, ["How long does your work live?"]), ...shapes], bottom };
}

const { shapes, bottom } = drawTree();

const spoken = CHOICES.map(({ work, calls }) => {
  return `${work.join(" ")} – ${calls.map(({ code, says }) => `${code}: ${says.join(" ")}`).join("; or ")}.`;
});

export const howLong: Picture = {
  title: "How long does your work live?",
  description: `The call that keeps the lock, by how long the work lives. ${spoken.join(" ")}`,
  height: bottom + 10,
  shapes,
};
