// The script of the page: it asks for what has changed once a second while the page can be seen.
import { clock } from "./clock.ts";
import { element } from "./element.ts";
import { Lanes } from "./lanes.ts";
import { Parts } from "./parts.ts";
import { Plots } from "./plots.ts";
import { Poll } from "./poll.ts";
import { followQuery } from "./query.ts";

const base = document.body.dataset["base"] ?? "/";
// The answer to the form that frees a lock: to load it again would send the form again.
if (location.pathname === `${base}free`) history.replaceState(null, "", base + location.search);

const parts = new Parts();
const lanesPlace = document.getElementById("lanes");
const lanes = lanesPlace === null ? undefined : new Lanes(lanesPlace);
const plotsPlace = document.getElementById("plots");
const plots = plotsPlace === null ? undefined : new Plots(plotsPlace, lanes !== undefined);
const poll = new Poll(base, {
  answered(answer) {
    parts.show(answer.parts);
    lanes?.add(answer.sample);
    plots?.add(answer.sample);
  },
  failed(since) {
    parts.say(`The page cannot reach the server since ${clock(since.getTime())}. It tries again by itself.`);
  },
  signedOut() {
    parts.say("The session is over. ", element("a", { href: base + location.search }, "Sign in again"));
  },
});
followQuery(base, () => poll.askAgain());
poll.start();
