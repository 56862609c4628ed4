// Both clocks read together, in simulated machines: suspended, preempted, and with a wall clock that is set.
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A machine with two clocks, in ms. Each reading takes `readMs`, and then perhaps a preemption. */
class Machine {
  monotonic: number;
  wall: number;
  /** The time of Redis, which neither stops nor jumps. */
  real = 0;
  readMs = 0.0001;
  preemptedMs: () => number = () => 0;

  constructor({ monotonic = 12_345.678, wall = 1_800_000_000_000.4 } = {}) {
    this.monotonic = monotonic;
    this.wall = wall;
    vi.spyOn(performance, "now").mockImplementation(() => this.#read(() => this.monotonic));
    vi.spyOn(Date, "now").mockImplementation(() => this.#read(() => Math.floor(this.wall)));
  }

  /** Loads the file of clocks again, as in a new process. */
  async start(): Promise<() => number> {
    return (await this.clock()).nowMs;
  }

  clock(): Promise<typeof import("../../src/base/clock.ts")> {
    vi.resetModules();
    return import("../../src/base/clock.ts");
  }

  run(ms: number): void {
    this.real += ms;
    this.monotonic += ms;
    this.wall += ms;
  }

  /** The monotonic clock stands still. */
  suspend(ms: number): void {
    this.real += ms;
    this.wall += ms;
  }

  setWall(byMs: number): void {
    this.wall += byMs;
  }

  #read(clock: () => number): number {
    const value = clock();
    this.run(this.readMs + this.preemptedMs());
    return value;
  }
}

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it.each([100, 11_500, 3_600_000, 30 * 86_400_000])(
  "a suspension of %i ms counts at the first reading",
  async (sleptMs) => {
    const machine = new Machine();
    const nowMs = await machine.start();
    for (const aliveMs of [0, 40, 5_000, 59_000]) {
      machine.run(aliveMs);
      const before = nowMs();
      machine.suspend(sleptMs);
      expect(Math.abs(nowMs() - before - sleptMs)).toBeLessThan(2);
    }
  },
);

it("a suspension counts while the clocks are being read", async () => {
  const machine = new Machine();
  const nowMs = await machine.start();
  for (const atReading of [1, 2, 3]) {
    const before = nowMs();
    let readings = 0;
    machine.preemptedMs = () => {
      readings += 1;
      if (readings === atReading) machine.suspend(10_000);
      return 0;
    };
    nowMs();
    machine.preemptedMs = () => 0;
    expect(Math.abs(nowMs() - before - 10_000)).toBeLessThan(2);
  }
});

it.each([
  [10_000, 9_980],
  [60, 20],
])("no preemption hides a suspension: %i ms, then preempted for %i ms", async (sleptMs, preemptedMs) => {
  const machine = new Machine();
  const nowMs = await machine.start();
  const before = nowMs();
  machine.suspend(sleptMs);
  let readings = 0;
  machine.preemptedMs = () => {
    readings += 1;
    return readings === 1 ? preemptedMs : 0;
  };
  expect(nowMs() - before).toBeGreaterThan(sleptMs - 2);
});

it("many short suspensions count together, however often the clock is read", async () => {
  const machine = new Machine();
  const nowMs = await machine.start();
  const before = nowMs();
  const start = machine.real;
  for (let times = 0; times < 1_000; times += 1) {
    machine.run(20);
    machine.suspend(15);
    nowMs();
  }
  expect(machine.real - start - (nowMs() - before)).toBeLessThanOrEqual(51);
});

it("a wall clock that is set back changes nothing, and hides no later suspension", async () => {
  const machine = new Machine();
  const nowMs = await machine.start();
  for (const backMs of [20, 1_000, 3_600_000]) {
    const before = nowMs();
    machine.setWall(-backMs);
    machine.run(1_000);
    expect(Math.abs(nowMs() - before - 1_000)).toBeLessThan(2);
    machine.suspend(500);
    expect(Math.abs(nowMs() - before - 1_500)).toBeLessThan(2);
  }
});

it.each([
  ["the wall clock is set back", 0, -2_000],
  ["the machine sleeps, and its wall clock is set back by less", 10_000, -2_000],
  ["the machine sleeps, and its wall clock is set back by more", 2_000, -10_000],
  ["the machine sleeps", 2_000, 0],
])("the clocks do not agree about a time in which %s", async (_, sleptMs, setMs) => {
  const machine = new Machine();
  const { nowMs, clocksAgreeSince } = await machine.clock();
  const before = nowMs();
  machine.run(100);
  expect(clocksAgreeSince(before)).toBe(true);
  machine.suspend(sleptMs);
  machine.setWall(setMs);
  machine.run(100);
  expect(clocksAgreeSince(before)).toBe(false);
  const after = nowMs();
  machine.run(100);
  expect(clocksAgreeSince(after)).toBe(true);
  expect(clocksAgreeSince(before)).toBe(false);
});

it("clocks that are slewed, or are read late, agree", async () => {
  const machine = new Machine();
  const next = random(3);
  const { nowMs, clocksAgreeSince } = await machine.clock();
  machine.preemptedMs = () => (next() < 0.05 ? next() * 400 : 0);
  const before = nowMs();
  for (let readings = 0; readings < 5_000; readings += 1) {
    const ranMs = next() * 2_000;
    machine.run(ranMs);
    machine.setWall((next() - 0.5) * ranMs * 0.001);
    nowMs();
  }
  expect(clocksAgreeSince(before)).toBe(true);
});

it("a suspension counts that comes together with a wall clock that is set back by less", async () => {
  const machine = new Machine();
  const nowMs = await machine.start();
  const before = nowMs();
  machine.suspend(10_000);
  machine.setWall(-2_000);
  expect(nowMs() - before).toBeGreaterThan(7_900);
});

it("a wall clock that is set forward counts as time", async () => {
  const machine = new Machine();
  const nowMs = await machine.start();
  const before = nowMs();
  machine.setWall(60_000);
  expect(Math.abs(nowMs() - before - 60_000)).toBeLessThan(2);
});

it.each([0.000_5, -0.000_5])("a wall clock slewed by %f adds nothing in a day", async (rate) => {
  const machine = new Machine();
  const nowMs = await machine.start();
  const before = nowMs();
  const start = machine.real;
  for (const stepMs of [1, 100, 5_000, 61_000, 600_000]) {
    for (let passed = 0; passed < 8_640_000; passed += Math.max(stepMs, 1_000)) {
      machine.run(stepMs);
      machine.setWall(stepMs * rate);
      nowMs();
    }
  }
  expect(Math.abs(nowMs() - before - (machine.real - start))).toBeLessThan(2);
});

it.each([1, 2, 3, 4])(
  "a process that is preempted between the readings does not age its leases, seed %i",
  async (seed) => {
    const machine = new Machine();
    const next = random(seed);
    // One reading in twenty loses the processor for up to 400 ms.
    machine.preemptedMs = () => (next() < 0.05 ? next() * 400 : 0);
    const nowMs = await machine.start();
    for (let readings = 0; readings < 5_000; readings += 1) {
      machine.run(next() * 20);
      nowMs();
    }
    machine.preemptedMs = () => 0;
    expect(Math.abs(nowMs() - machine.monotonic)).toBeLessThan(1);
  },
);

it("a process that is preempted during each reading at its start counts later suspensions", async () => {
  const machine = new Machine();
  machine.preemptedMs = () => 30;
  const nowMs = await machine.start();
  nowMs();
  machine.preemptedMs = () => 0;
  const before = nowMs();
  expect(before).toBeLessThan(machine.monotonic + 1);
  machine.suspend(10_000);
  expect(Math.abs(nowMs() - before - 10_000)).toBeLessThan(2);
});

it("clocks that are 0 until the first request, as in Workers, run on from there", async () => {
  const machine = new Machine({ monotonic: 0, wall: 0 });
  machine.readMs = 0;
  const nowMs = await machine.start();
  expect(nowMs()).toBe(0);
  // There, both clocks are the time since 1970.
  machine.run(1_800_000_000_000);
  const before = nowMs();
  machine.run(250);
  expect(nowMs() - before).toBe(250);
});

it("never runs back", async () => {
  const machine = new Machine();
  const next = random(7);
  const nowMs = await machine.start();
  let last = nowMs();
  const happens = [
    () => machine.run(next() * 50),
    () => machine.suspend(next() * 5_000),
    () => machine.setWall((next() - 0.5) * 20_000),
    () => {
      machine.preemptedMs = next() < 0.5 ? () => 0 : () => next() * 10;
    },
  ];
  for (let steps = 0; steps < 5_000; steps += 1) {
    happens[Math.floor(next() * happens.length)]?.();
    const now = nowMs();
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
});
