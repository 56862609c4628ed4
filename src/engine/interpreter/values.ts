// The values of Lua. A string is a text of bytes: the code of each character is 0 to 255.

/** The longest text. JavaScript engines hold little more. */
export const MAX_TEXT: number = 2 ** 28;

export type Value = undefined | boolean | number | string | LuaTable | LuaFunction;

/** May keep and change the array that it receives. */
export type LuaFunction = (args: Value[]) => Value[];

/** Raised by error(), and by an operation that fails. */
export class LuaError extends Error {
  /** The value that pcall() returns. */
  readonly value: Value;

  constructor(value: Value) {
    super(typeof value === "string" ? value : `a Lua error with a ${typeOf(value)} value`);
    this.name = "LuaError";
    this.value = value;
  }
}

/** A place in a script that calls a function. */
export interface CallSite {
  /** The name in the script. "?" if the function has none there. */
  readonly name: string;
  /** Called as `value:name()`: the value is not counted as an argument. */
  readonly isMethod: boolean;
  /** The line for errors of level 2; 0 for a tail call, whose caller has already ended. */
  readonly line: number;
}

/** The place in the running script, for texts of errors, and its budget. */
export interface Position {
  line: number;
  /** How many steps are left of the running script: see budget.ts. */
  steps: number;
  /** The call of the running library function. Undefined if no line of a script called it. */
  site?: CallSite | undefined;
  /** How many functions the library has called that have not ended. */
  callBacks?: number;
  /** The line that called the running function of the script. 0 if no line did. */
  caller?: number;
}

/** About as many entries are read to find the end of a table with holes. */
const SEARCHED = 20;
const DELETED_AT_ONCE = 64;

export class LuaTable {
  /**
   * The values of 1, 2, 3 and so on. It can have holes, which are undefined, but does not end with one. A caller may
   * push values to the list of a table that it has just made.
   */
  readonly list: Value[];
  meta: LuaTable | undefined = undefined;
  /** Scripts cannot change it. `set()` can. */
  isReadonly = false;
  /** All other keys. Most tables have none. */
  #hash: Map<Value, Value> | undefined = undefined;
  /** How many keys left the hash, whose places a JavaScript engine may still have. */
  #deleted = 0;
  /** Neither the list has holes, nor the hash a key that is a positive integer: the length is that of the list. */
  #isDense = true;
  /**
   * The sizes of the two parts that the original Lua would use. They decide the length of a table with holes, which
   * may be any number n where n has a value, and n + 1 has none.
   */
  #arraySize: number;
  #hashSize: number;
  /** The last key of the hash that `next()` returned, and what follows it. */
  #cursor: { key: Value; readonly entries: Iterator<[Value, Value]> } | undefined = undefined;

  /** @param list - Becomes the table's own. @param hashSize - The number of other keys that follow. */
  constructor(list: Value[] = [], hashSize = 0) {
    this.list = list;
    this.#arraySize = list.length;
    this.#hashSize = powerOfTwo(hashSize);
    if (list.length > 0 && list.includes(undefined)) {
      this.#isDense = false;
      this.#trim();
    }
  }

  static of(items: Value[]): LuaTable {
    return new LuaTable([...items]);
  }

  get(key: Value): Value {
    if (typeof key === "number" && key >= 1 && key <= this.list.length && Number.isInteger(key)) {
      return this.list[key - 1];
    }
    return this.#hash?.get(key);
  }

  set(key: Value, value: Value): void {
    if (!isIndex(key)) {
      this.#setInHash(key, value);
      return;
    }
    const { list } = this;
    if (key <= list.length) {
      if (value === undefined && key < list.length) this.#loosen();
      const isNew = key > this.#arraySize && list[key - 1] === undefined;
      list[key - 1] = value;
      if (value === undefined) this.#trim();
      else if (isNew) this.#resizeIfFull();
    } else if (key > list.length + 1 && key > this.#arraySize) {
      if (value !== undefined) this.#loosen();
      this.#setInHash(key, value);
    } else if (value === undefined) {
      this.#hash?.delete(key);
    } else {
      this.#append(key, value);
    }
  }

  /** How many entries `length` reads. */
  get costOfLength(): number {
    return this.#isDense ? 0 : SEARCHED;
  }

  /** The length, as the operator # returns it. */
  get length(): number {
    if (this.#isDense) return this.list.length;
    let low = 0;
    let high = this.#arraySize;
    if (high === 0 || this.get(high) !== undefined) {
      if (this.#hashSize === 0) return high;
      low = high;
      high += 1;
      while (this.get(high) !== undefined) {
        low = high;
        high *= 2;
      }
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.get(middle) === undefined) high = middle;
      else low = middle;
    }
    return low;
  }

  /**
   * Returns the entry after that of `key`, or the first one if `key` is undefined; [] after the last one. Returns
   * undefined if there is no such key. The values of keys may change, and become nil, between the calls.
   */
  next(key: Value): Value[] | undefined {
    const { list } = this;
    const isInList = isIndex(key) && key <= Math.max(list.length, this.#arraySize);
    if (key === undefined || (isInList && key !== this.#cursor?.key)) {
      for (let at = key ?? 0; at < list.length; at += 1) if (list[at] !== undefined) return [at + 1, list[at]];
      this.#cursor = undefined;
      if (this.#hash === undefined) return [];
      this.#cursor = { key: undefined, entries: this.#hash.entries() };
    } else if (this.#cursor?.key !== key && !this.#seek(key)) {
      return undefined;
    }
    const { value, done } = this.#cursor?.entries.next() ?? { done: true };
    if (done === true || value === undefined) return [];
    if (this.#cursor !== undefined) this.#cursor.key = value[0];
    return value;
  }

  /** About how many entries `next()` reads to find the one after this key. A deleted one is passed over quickly. */
  costOfNext(key: Value): number {
    const size = this.#hash?.size ?? 0;
    if (key === undefined) return 1 + Math.min(this.#deleted, 4 * size) / DELETED_AT_ONCE;
    return key === this.#cursor?.key || isIndex(key) ? 1 : size;
  }

  /** Moves the cursor to a key of the hash. */
  #seek(key: Value): boolean {
    if (this.#hash === undefined || !this.#hash.has(key)) return false;
    const entries = this.#hash.entries();
    while (entries.next().value?.[0] !== key);
    this.#cursor = { key, entries };
    return true;
  }

  /** Sets a value after the end of the list, where the list may continue. */
  #append(key: number, value: Value): void {
    const { list } = this;
    if (key > list.length + 1) this.#isDense = false;
    while (list.length < key - 1) list.push(undefined);
    list.push(value);
    if (!this.#isDense) {
      this.#hash?.delete(key);
      for (let next = this.#hash?.get(key + 1); next !== undefined; next = this.#hash?.get(list.length + 1)) {
        this.#hash?.delete(list.length + 1);
        list.push(next);
      }
    }
    if (list.length > this.#arraySize) this.#resizeIfFull();
  }

  #setInHash(key: Value, value: Value): void {
    if (value === undefined) {
      if (this.#hash?.delete(key)) this.#deleted += 1;
      return;
    }
    this.#hash ??= new Map();
    const { size } = this.#hash;
    this.#hash.set(key, value);
    if (this.#hash.size > size) this.#resizeIfFull();
  }

  /** The table will have a hole: its sizes matter from now on. */
  #loosen(): void {
    if (this.#isDense) this.#resizeIfFull();
    this.#isDense = false;
  }

  /** Removes holes from the end of the list. */
  #trim(): void {
    const { list } = this;
    while (list.length > 0 && list[list.length - 1] === undefined) list.pop();
  }

  #resizeIfFull(): void {
    const others = this.#hash?.size ?? 0;
    let beyond = Math.max(this.list.length - this.#arraySize, 0);
    if (beyond + others <= this.#hashSize) return;
    if (!this.#isDense && beyond > 0) {
      beyond = this.list.slice(this.#arraySize).filter((value) => value !== undefined).length;
    }
    if (beyond + others > this.#hashSize) this.#resize();
  }

  /** The array takes the most keys, n, so that more than half of 1 to n have values. The hash takes the others. */
  #resize(): void {
    const { list } = this;
    if (this.#isDense) {
      this.#arraySize = powerOfTwo(list.length);
      this.#hashSize = powerOfTwo(this.#hash?.size ?? 0);
      return;
    }
    // How many keys are above 2^(i-1), and at most 2^i.
    const counts: number[] = [];
    let total = this.#hash?.size ?? 0;
    const count = (key: number): void => {
      const at = Math.ceil(Math.log2(key));
      counts[at] = (counts[at] ?? 0) + 1;
    };
    for (const [at, value] of list.entries()) {
      if (value === undefined) continue;
      count(at + 1);
      total += 1;
    }
    for (const key of this.#hash?.keys() ?? []) if (isIndex(key)) count(key);
    let below = 0;
    let inArray = 0;
    this.#arraySize = 0;
    for (const [at, more = 0] of counts.entries()) {
      below += more;
      if (more === 0 || below <= 2 ** at / 2) continue;
      this.#arraySize = 2 ** at;
      inArray = below;
    }
    this.#hashSize = powerOfTwo(total - inArray);
    const moved = [...(this.#hash?.keys() ?? [])].filter(isIndex).filter((key) => key <= this.#arraySize);
    for (const key of moved) {
      const value = this.#hash?.get(key);
      this.#hash?.delete(key);
      while (list.length < key) list.push(undefined);
      list[key - 1] = value;
    }
  }
}

/** Returns why a script cannot set a value of a table. */
export function problemOfSet(table: LuaTable, key: Value): string | undefined {
  if (table.isReadonly) return "Attempt to modify a readonly table";
  if (key === undefined) return "table index is nil";
  return Number.isNaN(key) ? "table index is NaN" : undefined;
}

function isIndex(key: Value): key is number {
  return typeof key === "number" && key >= 1 && Number.isInteger(key);
}

/** Returns the next power of two; 0 for 0. */
function powerOfTwo(size: number): number {
  return size === 0 ? 0 : 2 ** Math.ceil(Math.log2(size));
}

export function isTrue(value: Value): boolean {
  return value !== undefined && value !== false;
}

/** As type() in a script. */
export function typeOf(value: Value): string {
  if (value === undefined) return "nil";
  return value instanceof LuaTable ? "table" : typeof value;
}
