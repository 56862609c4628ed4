// Holds of a lock API as text, to continue them in another invocation, isolate or service.
import { asBase64Url, fromBase64Url } from "../../base/bytes.ts";
import type { HoldText } from "../../lock/hold/client-context.ts";
import { checkOwner } from "../../lock/keys.ts";
import { checkLabel, MAX_MS, MIN_LEASE_MS } from "../../lock/options.ts";
import { givenBy, malformed, readBy } from "../../lock/parts/hold-text.ts";
import type { GrantedHold } from "../../lock/protocol.ts";

const VERSION = "lhr1.";
const FORM = /^lhr1\.[\w-]+$/;

/** Serializes and parses holds of lock APIs. */
export const remoteText: HoldText = {
  give: givenBy(({ leaseFixed = false, fencingToken = "", label = "", ...hold }) => {
    const { kindId, key, owner, ownerIsNew, leaseMs, apiText } = hold;
    const fields = [kindId, key, owner, ownerIsNew, leaseMs, leaseFixed, fencingToken, label, apiText];
    return VERSION + asBase64Url(new TextEncoder().encode(JSON.stringify(fields)));
  }),
  ...readBy((serialized) => {
    if (typeof serialized !== "string" || !FORM.test(serialized)) throw malformed();
    try {
      return holdOf(JSON.parse(new TextDecoder().decode(fromBase64Url(serialized.slice(VERSION.length)))));
    } catch {
      throw malformed();
    }
  }),
};

/** Returns the hold with these fields. Throws for anything else. */
function holdOf(fields: unknown): GrantedHold {
  if (!Array.isArray(fields) || fields.length !== 9) throw malformed();
  const [kindId, key, owner, ownerIsNew, leaseMs, leaseFixed, token, label, apiText]: unknown[] = fields;
  if (typeof kindId !== "string" || typeof key !== "string" || typeof apiText !== "string") throw malformed();
  if (typeof ownerIsNew !== "boolean" || typeof leaseFixed !== "boolean") throw malformed();
  if (typeof leaseMs !== "number" || !(leaseMs >= MIN_LEASE_MS && leaseMs <= MAX_MS)) throw malformed();
  if (typeof token !== "string" || !/^\d{0,20}$/.test(token)) throw malformed();
  return {
    ...{ kindId, key, owner: checkOwner("serialized", owner), holdId: "", epoch: "", ownerIsNew, leaseMs, leaseFixed },
    ...{ fencingToken: token === "" ? undefined : token, label: checkLabel(label, ""), apiText },
  };
}
