// Compiles statements, and so functions, to closures.
import { numberOf, spend, TABLE_STEPS } from "./budget.ts";
import { ExpressionCompiler } from "./expressions.ts";
import type { Box, Frame, One } from "./frames.ts";
import type { FunctionBody, GenericFor, Local, NumericFor, Statement } from "./syntax.ts";
import { isTrue, type LuaFunction, type Value } from "./values.ts";

const BREAK: unique symbol = Symbol("break");

/** How a statement ends: undefined, by `break`, or by `return` with these values. */
type End = undefined | typeof BREAK | Value[];
type Run = (frame: Frame) => End;

export class StatementCompiler extends ExpressionCompiler {
  /** Compiles a script. */
  script(body: FunctionBody): LuaFunction {
    return this.#maker(body)([]);
  }

  protected override closure(body: FunctionBody): One {
    const make = this.#maker(body);
    const { captures } = body;
    const { position } = this.runtime;
    return ({ boxes, upvalues }) => {
      spend(position, TABLE_STEPS);
      const captured: Box[] = [];
      for (let at = 0; at < captures.length; at += 1) {
        const capture = captures[at];
        const box = capture && (capture.isLocal ? boxes : upvalues)[capture.index];
        if (box !== undefined) captured.push(box);
      }
      return make(captured);
    };
  }

  /** Compiles a function. Returns what makes one with these variables of outer functions. */
  #maker({ parameters, isVararg, slots: size, statements }: FunctionBody): (upvalues: readonly Box[]) => LuaFunction {
    const run = this.#block(statements);
    const { position } = this.runtime;
    const count = parameters.length;
    const boxed = parameters.filter(({ box }) => box >= 0);
    return (upvalues) => (args) => {
      spend(position, 1);
      const slots = new Array<Value>(size);
      for (let at = 0; at < count; at += 1) slots[at] = args[at];
      const boxes: Box[] = [];
      for (let at = 0; at < boxed.length; at += 1) {
        const parameter = boxed[at];
        if (parameter !== undefined) boxes[parameter.box] = { value: slots[parameter.slot] };
      }
      const rest = isVararg ? args.slice(count) : args;
      const end = run({ slots, boxes, upvalues, rest, caller: position.site === undefined ? 0 : position.site.line });
      return Array.isArray(end) ? end : [];
    };
  }

  #block(statements: readonly Statement[]): Run {
    const all = statements.map((statement) => this.#statement(statement));
    const [first = () => undefined] = all;
    if (all.length <= 1) return first;
    return (frame) => {
      for (let at = 0; at < all.length; at += 1) {
        const end = all[at]?.(frame);
        if (end !== undefined) return end;
      }
      return undefined;
    };
  }

  #statement(statement: Statement): Run {
    switch (statement.kind) {
      case "local":
        return this.#local(statement);
      case "localFunction": {
        const { local } = statement;
        const make = this.closure(statement.body);
        const declare = declareLocal(local);
        const { box } = local;
        return (frame) => {
          if (box < 0) {
            declare(frame, make(frame));
            return undefined;
          }
          // The function may call itself: it captures the variable before it has a value.
          const shared: Box = { value: undefined };
          frame.boxes[box] = shared;
          shared.value = make(frame);
          return undefined;
        };
      }
      case "assign":
        return this.#assign(statement);
      case "evaluate": {
        const call = this.call(statement.call);
        return (frame) => {
          call(frame);
          return undefined;
        };
      }
      case "do":
        return this.#block(statement.body);
      case "while":
        return this.#while(statement);
      case "repeat":
        return this.#repeat(statement);
      case "if":
        return this.#if(statement);
      case "numericFor":
        return this.#numericFor(statement);
      case "genericFor":
        return this.#genericFor(statement);
      case "return": {
        const [first] = statement.values;
        if (first?.kind === "call" && statement.values.length === 1) return this.call(first);
        return this.many(statement.values);
      }
      case "break":
        return () => BREAK;
    }
  }

  #local({ locals, values }: Extract<Statement, { kind: "local" }>): Run {
    const [first] = locals.map(declareLocal);
    const [value] = values;
    if (locals.length === 1 && values.length <= 1 && first !== undefined) {
      const one: One = value === undefined ? () => undefined : this.one(value);
      return (frame) => {
        first(frame, one(frame));
        return undefined;
      };
    }
    const declare = declareAll(locals);
    const many = this.many(values);
    return (frame) => {
      declare(frame, many(frame));
      return undefined;
    };
  }

  #assign({ targets, values }: Extract<Statement, { kind: "assign" }>): Run {
    const setters = targets.map((target) => this.setter(target));
    const [setter] = setters;
    const [value] = values;
    if (setters.length === 1 && values.length === 1 && setter !== undefined && value !== undefined) {
      const one = this.one(value);
      return (frame) => {
        const set = setter(frame);
        set(one(frame));
        return undefined;
      };
    }
    const many = this.many(values);
    return (frame) => {
      const sets = setters.map((each) => each(frame));
      const results = many(frame);
      // The last one first, as the original Lua assigns.
      for (let at = sets.length - 1; at >= 0; at -= 1) sets[at]?.(results[at]);
      return undefined;
    };
  }

  #while({ test, body }: Extract<Statement, { kind: "while" }>): Run {
    const condition = this.one(test);
    const run = this.#block(body);
    const { position } = this.runtime;
    return (frame) => {
      while (isTrue(condition(frame))) {
        spend(position, 1);
        const end = run(frame);
        if (end !== undefined) return end === BREAK ? undefined : end;
      }
      return undefined;
    };
  }

  #repeat({ test, body }: Extract<Statement, { kind: "repeat" }>): Run {
    const condition = this.one(test);
    const run = this.#block(body);
    const { position } = this.runtime;
    return (frame) => {
      do {
        spend(position, 1);
        const end = run(frame);
        if (end !== undefined) return end === BREAK ? undefined : end;
      } while (!isTrue(condition(frame)));
      return undefined;
    };
  }

  #if({ branches, otherwise }: Extract<Statement, { kind: "if" }>): Run {
    // From the last branch to the first: each runs the next one if its test fails.
    return branches.reduceRight<Run>(
      (next, { test, body }) => {
        const condition = this.one(test);
        const run = this.#block(body);
        return (frame) => (isTrue(condition(frame)) ? run(frame) : next(frame));
      },
      this.#block(otherwise ?? []),
    );
  }

  #numericFor({ local, start, limit, step, body, line }: NumericFor): Run {
    const declare = declareLocal(local);
    const [first, last] = [this.one(start), this.one(limit)];
    const by: One = step === undefined ? () => 1 : this.one(step);
    const run = this.#block(body);
    const { position } = this.runtime;
    return (frame) => {
      const from = this.#number(first(frame), "initial value", line);
      const to = this.#number(last(frame), "limit", line);
      const more = this.#number(by(frame), "step", line);
      for (let at = from; more > 0 ? at <= to : at >= to; at += more) {
        spend(position, 1);
        declare(frame, at);
        const end = run(frame);
        if (end !== undefined) return end === BREAK ? undefined : end;
      }
      return undefined;
    };
  }

  #number(value: Value, what: string, line: number): number {
    return numberOf(value, this.runtime.position) ?? this.runtime.fail(`'for' ${what} must be a number`, line);
  }

  #genericFor({ locals, values, body, line }: GenericFor): Run {
    const { runtime } = this;
    const { position } = runtime;
    const many = this.many(values);
    const declare = declareAll(locals);
    const run = this.#block(body);
    const site = { name: "?", isMethod: false, line };
    return (frame) => {
      const [iterator, state, first] = many(frame);
      for (let control = first; ; ) {
        spend(position, 1);
        position.line = line;
        position.site = site;
        position.caller = frame.caller;
        if (typeof iterator !== "function") return runtime.refuse("call", iterator, "", line);
        const results = iterator([state, control]);
        control = results[0];
        if (control === undefined) return undefined;
        declare(frame, results);
        const end = run(frame);
        if (end !== undefined) return end === BREAK ? undefined : end;
      }
    };
  }
}

/** Returns a function that gives a variable its first value. Each time, it is another variable. */
function declareLocal({ slot, box }: Local): (frame: Frame, value: Value) => void {
  if (box < 0) {
    return ({ slots }, value) => {
      slots[slot] = value;
    };
  }
  return ({ boxes }, value) => {
    boxes[box] = { value };
  };
}

function declareAll(locals: readonly Local[]): (frame: Frame, values: readonly Value[]) => void {
  const all = locals.map(declareLocal);
  return (frame, values) => {
    for (let at = 0; at < all.length; at += 1) all[at]?.(frame, values[at]);
  };
}
