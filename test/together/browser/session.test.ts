// Signing in and out.
import { expect, it } from "vitest";
import { TOKEN } from "./site.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

it("the page refuses a wrong token, accepts the right one, and shows what was asked for", async () => {
  await stage.site.locks.lock("asked-for").acquire({ leaseMs: 60_000 });
  await using visitor = await stage.arrive();
  await visitor.see("?lock=asked-for");
  await visitor.signIn("x".repeat(TOKEN.length));
  expect(await visitor.page.getByRole("alert").textContent()).toContain("The token is wrong.");
  await visitor.signIn(TOKEN);
  await visitor.page.getByRole("heading", { name: "asked-for" }).waitFor();
  expect(await visitor.page.content()).not.toContain(TOKEN);
});

it("the session is a cookie that no script and no other site gets, and has no token in it", async () => {
  await using visitor = await stage.signedIn();
  const { page } = visitor;
  const [cookie, ...others] = await page.context().cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Strict", path: "/" });
  expect(cookie?.value).not.toContain(TOKEN);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

it("signing out ends the session", async () => {
  await using visitor = await stage.signedIn();
  const { page } = visitor;
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "See the locks" }).waitFor();
  await page.goBack();
  await page.reload();
  await page.getByRole("heading", { name: "See the locks" }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

it("a page whose session is over says so, stops asking, and links to the sign-in", async () => {
  await using visitor = await stage.arrive();
  const { page } = visitor;
  await page.clock.install();
  await visitor.see("?sort=name");
  await visitor.signIn(TOKEN);
  await page.getByText("precedes each name").waitFor();
  await page.context().clearCookies();
  await page.clock.runFor(2_000);
  const again = page.getByRole("alert").getByRole("link", { name: "Sign in again" });
  await again.waitFor();
  const { asked } = visitor;
  await page.clock.runFor(60_000);
  expect(visitor.asked).toBe(asked);
  await again.click();
  await visitor.signIn(TOKEN);
  expect(new URL(page.url()).search).toBe("?sort=name");
});
