// Compiles expressions to closures.
import { ENTRY_STEPS, spend, spendOnBytes, TABLE_STEPS } from "./budget.ts";
import { isLess, isLessOrEqual } from "./comparison.ts";
import { listOf, type Many, NIL, type One, readLocal, type Setter, writeLocal } from "./frames.ts";
import { power } from "./numbers.ts";
import { ARITHMETIC, joined, nameOf, type Operation, type Runtime } from "./runtime.ts";
import type { Binary, Call, Expression, FunctionBody } from "./syntax.ts";
import { type CallSite, isTrue, LuaTable, type Value } from "./values.ts";

export abstract class ExpressionCompiler {
  protected readonly runtime: Runtime;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
  }

  /** Compiles an expression that makes a function. */
  protected abstract closure(body: FunctionBody): One;

  /** Compiles an expression to its first value. */
  protected one(expression: Expression): One {
    switch (expression.kind) {
      case "constant": {
        const { value } = expression;
        return value === undefined ? NIL : () => value;
      }
      case "local":
        return readLocal(expression.local);
      case "upvalue": {
        const { index } = expression;
        return ({ upvalues }) => upvalues[index]?.value;
      }
      case "global":
        return this.#global(expression.name, expression.line);
      case "index":
        return this.#index(expression.table, expression.key, expression.line);
      case "group":
        return this.one(expression.inner);
      case "rest":
        return ({ rest }) => rest[0];
      case "call": {
        const call = this.call(expression);
        return (frame) => call(frame)[0];
      }
      case "function":
        return this.closure(expression.body);
      case "unary":
        return this.#unary(expression.operator, expression.operand, expression.line);
      case "binary":
        return this.#binary(expression);
      case "table":
        return this.#table(expression);
    }
  }

  /** Compiles expressions to their values: one for each, and all values of the last one. The array is new each time. */
  protected many(expressions: readonly Expression[]): Many {
    const last = expressions.at(-1);
    if (last?.kind !== "call" && last?.kind !== "rest") return listOf(expressions.map((each) => this.one(each)));
    const before = listOf(expressions.slice(0, -1).map((each) => this.one(each)));
    const tail: Many = last.kind === "call" ? this.call(last) : ({ rest }) => rest;
    const { position } = this.runtime;
    if (expressions.length === 1) {
      return (frame) => {
        const values = tail(frame).slice();
        spend(position, values.length);
        return values;
      };
    }
    return (frame) => {
      const values = before(frame);
      const more = tail(frame);
      spend(position, more.length);
      for (const value of more) values.push(value);
      return values;
    };
  }

  /** Compiles a call to its results. */
  protected call(call: Call): Many {
    const { runtime } = this;
    const { position } = runtime;
    const { line, method, isTail } = call;
    const name = method ?? nameOf(call.callee) ?? "?";
    const site: CallSite = { name, isMethod: method !== undefined, line: isTail ? 0 : line };
    const subject = this.one(call.callee);
    const args = this.many(call.args);
    if (method === undefined) {
      return (frame) => {
        const callee = subject(frame);
        const given = args(frame);
        position.line = line;
        position.site = site;
        position.caller = frame.caller;
        spend(position, 1);
        return typeof callee === "function" ? callee(given) : runtime.refuseCall(callee, call);
      };
    }
    const operation: Operation = { line, left: call.callee, right: undefined };
    return (frame) => {
      const value = subject(frame);
      const callee = runtime.index(value, method, operation);
      const given = [value, ...args(frame)];
      position.line = line;
      position.site = site;
      position.caller = frame.caller;
      spend(position, 1);
      return typeof callee === "function" ? callee(given) : runtime.refuseCall(callee, call);
    };
  }

  /** Compiles the left side of an assignment. */
  protected setter(target: Expression): Setter {
    const { runtime } = this;
    switch (target.kind) {
      case "local": {
        const write = writeLocal(target.local);
        return (frame) => (value) => write(frame, value);
      }
      case "upvalue":
        return ({ upvalues }) => {
          const box = upvalues[target.index];
          return (value) => {
            if (box !== undefined) box.value = value;
          };
        };
      case "index": {
        const [table, key] = [this.one(target.table), this.one(target.key)];
        const operation: Operation = { line: target.line, left: target.table, right: undefined };
        return (frame) => {
          const to = table(frame);
          const at = key(frame);
          return (value) => runtime.assign(to, at, value, operation);
        };
      }
      case "global": {
        const operation: Operation = { line: target.line, left: undefined, right: undefined };
        return () => (value) => runtime.assign(runtime.globals, target.name, value, operation);
      }
      default:
        throw new TypeError(`no value can be assigned to an expression of kind "${target.kind}"`);
    }
  }

  #global(name: string, line: number): One {
    const { runtime } = this;
    const { globals } = runtime;
    const operation: Operation = { line, left: undefined, right: undefined };
    return () => globals.get(name) ?? runtime.index(globals, name, operation);
  }

  #index(table: Expression, key: Expression, line: number): One {
    const { runtime } = this;
    const [from, at] = [this.one(table), this.one(key)];
    const { position } = runtime;
    const operation: Operation = { line, left: table, right: undefined };
    return (frame) => {
      const value = from(frame);
      const index = at(frame);
      if (typeof index === "string") spendOnBytes(position, index.length);
      const found = value instanceof LuaTable ? value.get(index) : undefined;
      return found === undefined ? runtime.index(value, index, operation) : found;
    };
  }

  #table({ fields, line }: Extract<Expression, { kind: "table" }>): One {
    if (fields.every(({ key }) => key === undefined)) {
      const list = this.many(fields.map(({ value }) => value));
      const { position } = this.runtime;
      return (frame) => {
        const values = list(frame);
        spend(position, TABLE_STEPS + values.length);
        return new LuaTable(values);
      };
    }
    const last = fields.length - 1;
    const all = fields.map(({ key, value }, at) => ({
      key: key === undefined ? undefined : this.one(key),
      // Only the last field may give several values.
      values: key === undefined && at === last ? this.many([value]) : listOf([this.one(value)]),
    }));
    const operation: Operation = { line, left: undefined, right: undefined };
    return (frame) => {
      const list: Value[] = [];
      const others: (readonly [Value, Value])[] = [];
      for (const { key, values } of all) {
        if (key === undefined) list.push(...values(frame));
        else others.push([key(frame), values(frame)[0]]);
      }
      spend(this.runtime.position, TABLE_STEPS + list.length + ENTRY_STEPS * others.length);
      const table = new LuaTable(list, others.length);
      for (const [key, value] of others) {
        // The list is stored last.
        if (table.get(key) === undefined || typeof key !== "number") this.runtime.assign(table, key, value, operation);
      }
      return table;
    };
  }

  #unary(operator: string, operand: Expression, line: number): One {
    const { runtime } = this;
    const value = this.one(operand);
    const operation: Operation = { line, left: operand, right: undefined };
    switch (operator) {
      case "not":
        return (frame) => !isTrue(value(frame));
      case "-":
        return (frame) => {
          const number = value(frame);
          return typeof number === "number" ? -number : runtime.arithmetic("negated", number, number, operation);
        };
      default:
        return (frame) => runtime.lengthOf(value(frame), operation);
    }
  }

  #binary(binary: Binary): One {
    const [left, right] = [this.one(binary.left), this.one(binary.right)];
    const { runtime } = this;
    switch (binary.operator) {
      case "or":
        return (frame) => {
          const value = left(frame);
          return value === undefined || value === false ? right(frame) : value;
        };
      case "and":
        return (frame) => {
          const value = left(frame);
          return value === undefined || value === false ? value : right(frame);
        };
      case "==":
        return (frame) => {
          const a = left(frame);
          const b = right(frame);
          this.#compare(a, b);
          return a === b;
        };
      case "~=":
        return (frame) => {
          const a = left(frame);
          const b = right(frame);
          this.#compare(a, b);
          return a !== b;
        };
      case "..":
        return (frame) => {
          const a = left(frame);
          const b = right(frame);
          if (typeof a !== "string" || typeof b !== "string") return runtime.concat(a, b, binary);
          spendOnBytes(runtime.position, a.length + b.length);
          return joined(a, b);
        };
      case "<":
      case "<=":
      case ">":
      case ">=":
        return this.#comparison(binary, left, right);
      default:
        return this.#arithmetic(binary, left, right);
    }
  }

  /** Charges for a comparison of texts. */
  #compare(left: Value, right: Value): void {
    if (typeof left === "string" && typeof right === "string") {
      spendOnBytes(this.runtime.position, Math.min(left.length, right.length));
    }
  }

  #comparison({ operator, line }: Binary, left: One, right: One): One {
    const { runtime } = this;
    const compare = operator.endsWith("=") ? isLessOrEqual : isLess;
    const isSwapped = operator.startsWith(">");
    return (frame) => {
      const a = left(frame);
      const b = right(frame);
      this.#compare(a, b);
      const result = isSwapped ? compare(b, a) : compare(a, b);
      return typeof result === "string" ? runtime.fail(result, line) : result;
    };
  }

  #arithmetic(binary: Binary, left: One, right: One): One {
    const { runtime } = this;
    switch (binary.operator) {
      case "+":
        return (frame) => {
          const a = left(frame);
          const b = right(frame);
          return typeof a === "number" && typeof b === "number" ? a + b : runtime.arithmetic("+", a, b, binary);
        };
      case "-":
        return (frame) => {
          const a = left(frame);
          const b = right(frame);
          return typeof a === "number" && typeof b === "number" ? a - b : runtime.arithmetic("-", a, b, binary);
        };
      default: {
        const { operator } = binary;
        const { [operator]: compute = power } = ARITHMETIC;
        return (frame) => {
          const a = left(frame);
          const b = right(frame);
          if (typeof a === "number" && typeof b === "number") return compute(a, b);
          return runtime.arithmetic(operator, a, b, binary);
        };
      }
    }
  }
}
