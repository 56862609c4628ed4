// Parses expressions.
import { TOO_DEEP } from "./failures.ts";
import { Lexer, type Token } from "./lexer.ts";
import { Scope } from "./scope.ts";
import type { Call, Expression, Field, FunctionBody, Local, Statement } from "./syntax.ts";
import { LuaError } from "./values.ts";

/** Binary operators: how strongly each binds to its left and right. */
const PRIORITIES: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["or", [1, 1]],
  ["and", [2, 2]],
  ...["<", ">", "<=", ">=", "~=", "=="].map((operator): [string, [number, number]] => [operator, [3, 3]]),
  ["..", [5, 4]],
  ["+", [6, 6]],
  ["-", [6, 6]],
  ["*", [7, 7]],
  ["/", [7, 7]],
  ["%", [7, 7]],
  ["^", [10, 9]],
]);
const UNARY_PRIORITY = 8;
/** As many blocks and expressions inside one another as the original allows. */
const MOST_LEVELS = 200;

const CONSTANTS: ReadonlyMap<string, undefined | boolean> = new Map([
  ["nil", undefined],
  ["true", true],
  ["false", false],
]);

export abstract class ExpressionParser {
  protected token: Token;
  /** The line of the last token. */
  protected line = 1;
  protected scope: Scope = new Scope();
  readonly #lexer: Lexer;
  #ahead: Token | undefined;
  #level = 0;

  constructor(source: string) {
    this.#lexer = new Lexer(source);
    this.token = this.#lexer.next();
  }

  /** Parses statements until one of these tokens. */
  protected abstract block(): Statement[];

  protected advance(): Token {
    const { token } = this;
    this.line = token.line;
    this.token = this.#ahead ?? this.#lexer.next();
    this.#ahead = undefined;
    return token;
  }

  protected accept(kind: string): boolean {
    if (this.token.kind !== kind) return false;
    this.advance();
    return true;
  }

  protected expect(kind: string): void {
    if (!this.accept(kind)) this.fail(`'${kind}' expected`);
  }

  /** Expects the word that ends what `opened`, on a line. */
  protected expectEnd(kind: string, opened: string, line: number): void {
    if (line === this.token.line) this.expect(kind);
    else if (!this.accept(kind)) this.fail(`'${kind}' expected (to close '${opened}' at line ${line})`);
  }

  protected name(): string {
    const { text } = this.token;
    this.expect("<name>");
    return text;
  }

  protected fail(what: string): never {
    // The lexer may have read a line further.
    this.#lexer.line = this.token.line;
    return this.#lexer.fail(what, this.token.text);
  }

  /** Parses what may contain itself. */
  protected inside<Parsed>(parse: () => Parsed): Parsed {
    this.#level += 1;
    if (this.#level > MOST_LEVELS) throw new LuaError(`user_script:${this.#lexer.line}: ${TOO_DEEP}`);
    const parsed = parse();
    this.#level -= 1;
    return parsed;
  }

  protected expressions(): Expression[] {
    const all = [this.expression()];
    while (this.accept(",")) all.push(this.expression());
    return all;
  }

  /** @param limit - Stops at an operator that binds no stronger. */
  protected expression(limit = 0): Expression {
    return this.inside(() => this.#expression(limit));
  }

  #expression(limit: number): Expression {
    let left = this.#operand();
    for (;;) {
      const operator = this.token.kind;
      const [priority, rightPriority = 0] = PRIORITIES.get(operator) ?? [];
      if (priority === undefined || priority <= limit) return left;
      this.advance();
      const right = this.expression(rightPriority);
      left = { kind: "binary", operator, left, right, line: this.line };
    }
  }

  #operand(): Expression {
    const operator = this.token.kind;
    if (operator !== "not" && operator !== "-" && operator !== "#") return this.#simple();
    this.advance();
    const operand = this.expression(UNARY_PRIORITY);
    return { kind: "unary", operator, operand, line: this.line };
  }

  #simple(): Expression {
    const { kind, value } = this.token;
    if (kind === "<number>" || kind === "<string>" || CONSTANTS.has(kind)) {
      this.advance();
      return { kind: "constant", value: value ?? CONSTANTS.get(kind) };
    }
    if (kind === "{") return this.#table();
    if (kind === "...") {
      if (!this.scope.isVararg) this.fail("cannot use '...' outside a vararg function");
      this.advance();
      return { kind: "rest" };
    }
    if (kind !== "function") return this.primary();
    const { line } = this.advance();
    return { kind: "function", body: this.functionBody(line) };
  }

  #table(): Expression {
    const { line } = this.advance();
    const fields: Field[] = [];
    while (this.token.kind !== "}") {
      fields.push(this.#field());
      if (!this.accept(",") && !this.accept(";")) break;
    }
    this.expectEnd("}", "{", line);
    return { kind: "table", fields, line: this.line };
  }

  #field(): Field {
    let key: Expression | undefined;
    if (this.accept("[")) {
      key = this.expression();
      this.expect("]");
      this.expect("=");
    } else if (this.token.kind === "<name>") {
      this.#ahead ??= this.#lexer.next();
      if (this.#ahead.kind === "=") {
        key = { kind: "constant", value: this.name() };
        this.advance();
      }
    }
    return { key, value: this.expression() };
  }

  /** Parses a variable or a call. */
  protected primary(): Expression {
    let left: Expression;
    const { kind, line } = this.token;
    if (this.accept("(")) {
      left = { kind: "group", inner: this.expression() };
      this.expectEnd(")", "(", line);
    } else if (kind === "<name>") {
      left = this.variable(this.name());
    } else {
      return this.fail("unexpected symbol");
    }
    for (;;) {
      const next = this.#suffix(left);
      if (next === undefined) return left;
      left = next;
    }
  }

  #suffix(left: Expression): Expression | undefined {
    switch (this.token.kind) {
      case ".":
        return this.member(left);
      case "[": {
        this.advance();
        const key = this.expression();
        this.expect("]");
        return { kind: "index", table: left, key, line: this.line };
      }
      case ":":
        this.advance();
        return this.#call(left, this.name());
      case "(":
      case "{":
      case "<string>":
        return this.#call(left, undefined);
      default:
        return undefined;
    }
  }

  protected member(table: Expression): Expression {
    this.advance();
    return { kind: "index", table, key: { kind: "constant", value: this.name() }, line: this.line };
  }

  #call(callee: Expression, method: string | undefined): Call {
    const { kind, line } = this.token;
    let args: Expression[] = [];
    if (kind === "<string>") args = [{ kind: "constant", value: this.advance().value }];
    else if (kind === "{") args = [this.#table()];
    else {
      if (kind !== "(") this.fail("function arguments expected");
      if (line !== this.line) this.fail("ambiguous syntax (function call x new statement)");
      this.advance();
      if (this.token.kind !== ")") args = this.expressions();
      this.expectEnd(")", "(", line);
    }
    return { kind: "call", callee, method, args, line, isTail: false };
  }

  protected variable(name: string): Expression {
    const local = this.scope.local(name);
    if (local !== undefined) return { kind: "local", local };
    const index = this.scope.upvalue(name);
    return index === undefined ? { kind: "global", name, line: this.line } : { kind: "upvalue", name, index };
  }

  /** @param line - Of the word "function". @param isMethod - It has a parameter "self". */
  protected functionBody(line: number, isMethod = false): FunctionBody {
    const scope = new Scope(this.scope);
    this.scope = scope;
    const parameters: Local[] = isMethod ? [scope.declare("self")] : [];
    this.expect("(");
    if (this.token.kind !== ")") {
      do {
        scope.isVararg = this.accept("...");
        if (!scope.isVararg && this.token.kind !== "<name>") this.fail("<name> or '...' expected");
        if (!scope.isVararg) parameters.push(scope.declare(this.name()));
      } while (!scope.isVararg && this.accept(","));
    }
    this.expect(")");
    const statements = this.block();
    this.expectEnd("end", "function", line);
    this.scope = scope.outer ?? scope;
    return { parameters, isVararg: scope.isVararg, statements, captures: scope.captures, slots: scope.slots };
  }
}
