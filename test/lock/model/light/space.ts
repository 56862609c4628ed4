// The model of light locks, in its one scenario.
import type { Reached, SpaceModel } from "../harness/space.ts";
import {
  LIGHT_GUARDS,
  type LightEvent,
  type LightGuard,
  type LightState,
  type LightViolation,
  lightEvents,
  lightStart,
  lightStep,
} from "./model.ts";

const TWO = { name: "two clients" };

export const lightSpace: SpaceModel<
  typeof TWO,
  LightGuard,
  LightState,
  LightEvent,
  Reached<LightState, LightViolation>
> = {
  name: "light lock",
  scenarios: [TWO],
  randomScenario: () => TWO,
  guards: LIGHT_GUARDS,
  breaks: {
    "release-compares": { violation: "false-belief" },
    "renewal-compares": { violation: "false-belief" },
    "first-try-counts": { violation: "false-belief" },
    "null-is-busy": { violation: "false-belief" },
    "token-per-attempt": { violation: "false-end" },
    "unknown-after-lease": { violation: "false-end" },
    "repeated-is-not-lost": { violation: "false-end" },
  },
  violations: {
    "two-holders": "both clients believe in their holds",
    "false-belief": "a client believes in a hold that is not in the key",
    "false-loss": "a client was told of a loss before its lease ended",
    "false-end": "a client was told a false end",
  },
  in(_, without) {
    return {
      first: lightStart(),
      encode: (state) => new TextEncoder().encode(JSON.stringify(inOrder(state))),
      decode: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
      eventsOf: (state) => lightEvents(state, without),
      draw: (events, random) => events[random(events.length)],
      step: lightStep,
      describe: (_, { says }) => says,
    };
  },
};

/** The network has no order. */
function inOrder(state: LightState): LightState {
  const messages = state.messages.map((message) => [JSON.stringify(message), message] as const);
  return {
    ...state,
    messages: messages.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, message]) => message),
  };
}
