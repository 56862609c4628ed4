// The script of the page. It updates the page about once a second while the page is visible.
import { clock } from "../duration.ts";
import { element } from "./element.ts";
import { Parts } from "./parts.ts";
import { Poll } from "./poll.ts";
import { followQuery } from "./query.ts";
import { showRenewals } from "./renewal-answer.ts";
import { WatchedHolds } from "./watched-holds.ts";

const base = document.body.dataset["base"] ?? "/";
// This page answers the form that frees a lock. With that address, a reload would send the form again.
if (location.pathname === `${base}free`) history.replaceState(null, "", base + location.search);

const parts = new Parts();
const holds = new WatchedHolds();
const poll = new Poll(base, {
  answered(answer) {
    parts.show(answer.parts);
    if (answer.leases === undefined) return;
    holds.see(answer.leases);
    showRenewals(holds);
  },
  failed(since) {
    parts.say(`The page has not reached the server since ${clock(since.getTime())}. It tries again by itself.`);
  },
  signedOut() {
    parts.say("The session has ended. ", element("a", { href: base + location.search }, "Sign in again"));
  },
});
followQuery(base, () => poll.askAgain());
poll.start();
