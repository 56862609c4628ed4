// A queue of byte strings in large chunks, because millions of small arrays would cost more than their content.

const CHUNK = 1 << 20;

export class Queue {
  readonly #chunks: Uint8Array[] = [new Uint8Array(CHUNK)];
  #writeAt = 0;
  #readAt = 0;
  #size = 0;

  /** Copies at most 65,535 bytes. */
  push(bytes: Uint8Array): void {
    if (this.#writeAt + bytes.length + 2 > CHUNK) {
      // No length: the next string is in the next chunk.
      if (this.#writeAt + 2 <= CHUNK) this.#put16(0);
      this.#chunks.push(new Uint8Array(CHUNK));
      this.#writeAt = 0;
    }
    this.#put16(bytes.length);
    this.#last().set(bytes, this.#writeAt);
    this.#writeAt += bytes.length;
    this.#size += 1;
  }

  /** Undefined when the queue is empty. Valid until the next `shift`. */
  shift(): Uint8Array | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    let length = this.#lengthHere();
    if (length === 0) {
      this.#chunks.shift();
      this.#readAt = 0;
      length = this.#lengthHere();
    }
    const from = this.#readAt + 2;
    this.#readAt = from + length;
    return this.#chunks[0]?.subarray(from, this.#readAt);
  }

  #lengthHere(): number {
    const chunk = this.#chunks[0];
    if (chunk === undefined || this.#readAt + 2 > CHUNK) return 0;
    return (chunk[this.#readAt] ?? 0) * 256 + (chunk[this.#readAt + 1] ?? 0);
  }

  #put16(value: number): void {
    this.#last()[this.#writeAt] = value >> 8;
    this.#last()[this.#writeAt + 1] = value & 255;
    this.#writeAt += 2;
  }

  #last(): Uint8Array {
    const last = this.#chunks.at(-1);
    if (last === undefined) throw new Error("a queue without chunks");
    return last;
  }
}
