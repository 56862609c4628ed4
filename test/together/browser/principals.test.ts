// The page of a principal who has signed in with a capability token.
import { AxeBuilder } from "@axe-core/playwright";
import { beforeAll, expect, it } from "vitest";
import { TOKEN } from "./site.ts";
import { useStage } from "./stage.ts";
import type { Visitor } from "./visitor.ts";

const stage = useStage({ mayFree: true });

// Before anybody looks: the page lists the keys every 30 s only.
beforeAll(async () => {
  const { locks } = stage.site;
  await locks.lock("ci/deploy").acquire({ leaseMs: 600_000 });
  await locks.lock("billing/close").acquire({ leaseMs: 600_000, label: "of another team" });
});

async function arrive(verbs: readonly string[]): Promise<Visitor> {
  const made = await fetch(`${stage.site.url}v1/locks/-/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ principal: "team-ci", names: ["ci/*"], verbs }),
  });
  const { token } = await made.json();
  const visitor = await stage.arrive({ viewport: { width: 360, height: 740 } });
  await visitor.see();
  await visitor.signIn(token);
  await visitor.page.getByText("Signed in as team-ci, until").waitFor();
  return visitor;
}

async function expectAccessible({ page }: Visitor): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

it("its own locks alone, also in the answers that the script gets", async () => {
  await using visitor = await arrive(["list", "inspect"]);
  const { page } = visitor;
  await visitor.nextAnswer();
  expect(await visitor.names()).toEqual(["ci/deploy"]);
  await expectAccessible(visitor);
  await visitor.row("ci/deploy").getByRole("link").click();
  await page.getByRole("heading", { name: "ci/deploy" }).waitFor();
  await visitor.nextAnswer();
  expect(await page.content()).not.toMatch(/billing|another team|Free this lock|ALLOW_FORCE_RELEASE/);
  await visitor.see("?lock=billing%2Fclose");
  expect(await page.getByRole("alert").textContent()).toContain("This caller has no lock of this name.");
});

it("a lock whose name it types, if it may not list them", async () => {
  await using visitor = await arrive(["inspect", "force-release"]);
  const { page } = visitor;
  await visitor.nextAnswer();
  expect(await page.locator("main").textContent()).toContain('it lacks "list"');
  await expectAccessible(visitor);
  await page.getByLabel("Name of a lock").fill("ci/deploy");
  await page.getByRole("button", { name: "Show it" }).click();
  await page.locator("#details").getByText("Who has it?").waitFor();
  await page.getByText("Free this lock…").waitFor();
});
