// `leasehound token`: makes, narrows and revokes the tokens of a lock API.
import { text } from "node:stream/consumers";
import { VERBS, type Verb } from "../../../service/api/contract/vocabulary.ts";
import { Api } from "../api.ts";
import { CommandError, EXIT } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { Service } from "../service.ts";

export interface TokenFlags {
  readonly principal?: string;
  /** Separated by commas, like `verbs`. */
  readonly names?: string;
  readonly verbs?: string;
  /** How long the token is valid, ms. */
  readonly for?: number;
  /** Ms. */
  readonly maxLease?: number;
  /** Ms. */
  readonly maxHold?: number;
  /** The id of the token to revoke, or the token; "-": standard input has it. */
  readonly revoke?: string;
}

/** Prints a new token, which allows no more than the one in the environment. */
export async function token(service: Service, output: Output, { revoke, ...asked }: TokenFlags): Promise<number> {
  if (!(service instanceof Api)) {
    throw new CommandError("INVALID_OPTION", "tokens are those of a lock API: set LEASEHOUND_API_URL");
  }
  if (revoke !== undefined) return revoked(service, output, revoke);
  const { principal, maxLease: maxLeaseMs, maxHold: maxHoldMs, for: lifeMs } = asked;
  const names = asked.names?.split(",");
  const verbs = asked.verbs?.split(",").map(verbNamed);
  const made = await service.mint({ principal, names, verbs, lifeMs, maxLeaseMs, maxHoldMs });
  output.result(made, made.token);
  const until = new Date(made.expiresAt).toISOString();
  if (!output.isJson) output.remark("token", {}, `token ${made.tokenId} of ${made.principal}, valid until ${until}`);
  return EXIT.ok;
}

async function revoked(service: Api, output: Output, named: string): Promise<number> {
  // Any user of the machine sees the arguments of a process.
  const given = named === "-" ? (await text(process.stdin)).trim() : named;
  if (given === "") throw new CommandError("INVALID_OPTION", "--revoke - needs a token on standard input", EXIT.usage);
  const body = given.includes(".") ? { token: given } : { tokenId: given };
  const answer = await service.revoke(body);
  output.result(answer, `The token ${answer.tokenId} ends everywhere within 30 s.`);
  return EXIT.ok;
}

function verbNamed(word: string): Verb {
  const verb = VERBS.find((one) => one === word);
  if (verb === undefined) throw new CommandError("INVALID_OPTION", `--verbs must be some of ${VERBS.join(",")}`);
  return verb;
}
