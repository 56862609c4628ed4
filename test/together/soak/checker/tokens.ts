// M4: the fencing tokens of one lock rise from holder to holder, and do not change during a hold.
export class Tokens {
  #latest = 0n;

  /** Returns the violation by a hold's token, if there is one. */
  wrong(text: string, isNewLife: boolean): string | undefined {
    const before = this.#latest;
    const token = BigInt(text);
    if (token > before) this.#latest = token;
    if (isNewLife) return token > before ? undefined : `token ${text} does not follow ${before}`;
    return token === before ? undefined : `token ${text}, and its holder has ${before}`;
  }
}
