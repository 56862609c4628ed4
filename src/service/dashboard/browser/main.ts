// The script of the page. It updates the page once a second while the page is visible.
import { clock } from "../duration.ts";
import { element } from "./element.ts";
import { keepHistory, keptHistory } from "./kept-history.ts";
import { Lanes } from "./lanes.ts";
import { Parts } from "./parts.ts";
import { Plots } from "./plots.ts";
import { Poll } from "./poll.ts";
import { followQuery } from "./query.ts";
import { showRenewals } from "./renewal-answer.ts";

const base = document.body.dataset["base"] ?? "/";
// This page answers the form that frees a lock. With that address, a reload would send the form again.
if (location.pathname === `${base}free`) history.replaceState(null, "", base + location.search);

const parts = new Parts();
const lanesPlace = document.getElementById("lanes");
const chosen = base + new URLSearchParams(location.search).get("lock");
const lanes = lanesPlace === null ? undefined : new Lanes(lanesPlace, keptHistory(chosen));
let isSignedOut = false;
const plotsPlace = document.getElementById("plots");
const plots = plotsPlace === null ? undefined : new Plots(plotsPlace, lanes !== undefined);
const poll = new Poll(base, {
  answered(answer) {
    parts.show(answer.parts);
    lanes?.add(answer.sample);
    if (lanes !== undefined) showRenewals(lanes.history);
    plots?.add(answer.sample);
  },
  failed(since) {
    parts.say(`The page has not reached the server since ${clock(since.getTime())}. It tries again by itself.`);
  },
  signedOut() {
    isSignedOut = true;
    parts.say("The session has ended. ", element("a", { href: base + location.search }, "Sign in again"));
  },
});
followQuery(base, () => poll.askAgain());
document.querySelector("form[action$=sign-out]")?.addEventListener("submit", () => {
  isSignedOut = true;
});
addEventListener("pagehide", () => keepHistory(chosen, isSignedOut ? undefined : lanes?.history));
poll.start();
