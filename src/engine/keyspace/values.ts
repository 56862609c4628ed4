// The values that keys hold, but for sorted sets.

/** The instant of a key that does not expire. */
export const NEVER: number = Number.POSITIVE_INFINITY;

/** A value, and when its key expires. */
export abstract class Value {
  /** The word that TYPE replies. */
  abstract readonly type: string;
  /** Epoch ms, or NEVER. */
  expireAt: number = NEVER;
  /** The number of elements. A key without any is deleted. */
  abstract readonly size: number;
  /** The content as plain data. */
  abstract content(): unknown;
}

export class TextValue extends Value {
  readonly type = "string";
  text: string;

  constructor(text: string = "", expireAt: number = NEVER) {
    super();
    this.text = text;
    this.expireAt = expireAt;
  }

  /** An empty text is a value, too. */
  get size(): number {
    return 1;
  }

  content(): unknown {
    return this.text;
  }
}

export class HashValue extends Value {
  readonly type = "hash";
  readonly fields: Map<string, string> = new Map();

  get size(): number {
    return this.fields.size;
  }

  content(): unknown {
    return [...this.fields];
  }
}

export class ListValue extends Value {
  readonly type = "list";
  items: string[] = [];

  get size(): number {
    return this.items.length;
  }

  content(): unknown {
    return this.items;
  }
}

export class SetValue extends Value {
  readonly type = "set";
  readonly members: Set<string> = new Set();

  get size(): number {
    return this.members.size;
  }

  content(): unknown {
    return [...this.members];
  }
}
