// The example route for several frameworks: it streams the rows of a month to one reader at a time.
import { expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { locksOf } from "./routes.ts";
import type { ServedSite } from "./serve.ts";

export function rowsExample(served: () => ServedSite): void {
  it("streams the rows of a month to one reader at a time, as the example promises", async () => {
    const { server, service } = served();
    const lock = locksOf(served()).lock("rows:2027-05");
    const answerAll = service.hold();
    const first = fetch(`${server.url}/rows/2027-05`);
    await eventually(() => service.calls.length === 1);
    expect(await lock.isLocked()).toBe(true);
    expect((await fetch(`${server.url}/rows/2027-05`)).status).toBe(423);
    answerAll();
    expect(await (await first).text()).toBe("done");
    await eventually(async () => !(await lock.isLocked()));
    expect(service.calls).toHaveLength(1);
  });
}
