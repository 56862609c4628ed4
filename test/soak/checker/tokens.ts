// M4: the fencing tokens of one lock rise from holder to holder, and stay as long as one has it.
export class Tokens {
  #latest = 0n;

  /** What is wrong with a token that a hold was told. */
  wrong(text: string, isNewLife: boolean): string | undefined {
    const before = this.#latest;
    const token = BigInt(text);
    if (token > before) this.#latest = token;
    if (isNewLife) return token > before ? undefined : `token ${text} does not follow ${before}`;
    return token === before ? undefined : `token ${text}, and its holder has ${before}`;
  }
}
