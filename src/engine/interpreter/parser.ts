// Parses statements, and so a whole script.
import { ExpressionParser } from "./expression-parser.ts";
import type { Branch, Expression, FunctionBody, Local, Statement } from "./syntax.ts";

const BLOCK_ENDS: readonly string[] = ["end", "else", "elseif", "until", "<eof>"];

/** Throws a LuaError that describes the first syntax error. */
export function parse(source: string): FunctionBody {
  return new Parser(source).script();
}

class Parser extends ExpressionParser {
  script(): FunctionBody {
    this.scope.isVararg = true;
    const statements = this.block();
    this.expect("<eof>");
    return { parameters: [], isVararg: true, statements, captures: [], slots: this.scope.slots };
  }

  protected override block(): Statement[] {
    return this.inside(() => this.#statements());
  }

  #statements(): Statement[] {
    const statements: Statement[] = [];
    while (!this.#isAtEnd()) {
      const statement = this.#statement();
      statements.push(statement);
      this.accept(";");
      if (statement.kind === "return" || statement.kind === "break") break;
    }
    return statements;
  }

  #isAtEnd(): boolean {
    return BLOCK_ENDS.includes(this.token.kind);
  }

  /** Parses statements that have their own variables. */
  #inner(): Statement[] {
    return this.scope.block(() => this.block());
  }

  #loop(end: string, opened: string, line: number): Statement[] {
    const { scope } = this;
    scope.loops += 1;
    const body = this.block();
    this.expectEnd(end, opened, line);
    scope.loops -= 1;
    return body;
  }

  #statement(): Statement {
    const { kind, line } = this.token;
    switch (kind) {
      case "local":
        return this.#local();
      case "function":
        return this.#function();
      case "if":
        return this.#if(line);
      case "for":
        return this.scope.block(() => this.#for(line));
      case "while": {
        this.advance();
        const test = this.expression();
        this.expect("do");
        return { kind, test, body: this.scope.block(() => this.#loop("end", kind, line)) };
      }
      case "repeat":
        this.advance();
        return this.scope.block(() => {
          const body = this.#loop("until", kind, line);
          return { kind, body, test: this.expression() };
        });
      case "do": {
        this.advance();
        const body = this.#inner();
        this.expectEnd("end", kind, line);
        return { kind, body };
      }
      case "return":
        return this.#return();
      case "break":
        this.advance();
        if (this.scope.loops === 0) this.fail("no loop to break");
        return { kind };
      default:
        return this.#assignmentOrCall();
    }
  }

  #local(): Statement {
    this.advance();
    if (this.accept("function")) {
      const { line } = this;
      const local = this.scope.declare(this.name());
      return { kind: "localFunction", local, body: this.functionBody(line) };
    }
    const names = this.#names(this.name());
    const values = this.accept("=") ? this.expressions() : [];
    return { kind: "local", locals: this.#declare(names), values };
  }

  #names(first: string): string[] {
    const names = [first];
    while (this.accept(",")) names.push(this.name());
    return names;
  }

  #declare(names: readonly string[]): Local[] {
    return names.map((name) => this.scope.declare(name));
  }

  #function(): Statement {
    const { line } = this.advance();
    let target = this.variable(this.name());
    let isMethod = false;
    while (!isMethod && (this.token.kind === "." || this.token.kind === ":")) {
      isMethod = this.token.kind === ":";
      target = this.member(target);
    }
    return {
      kind: "assign",
      targets: [target],
      values: [{ kind: "function", body: this.functionBody(line, isMethod) }],
    };
  }

  #if(line: number): Statement {
    const branches: Branch[] = [];
    do {
      this.advance();
      const test = this.expression();
      this.expect("then");
      branches.push({ test, body: this.#inner() });
    } while (this.token.kind === "elseif");
    const otherwise = this.accept("else") ? this.#inner() : undefined;
    this.expectEnd("end", "if", line);
    return { kind: "if", branches, otherwise };
  }

  #for(line: number): Statement {
    this.advance();
    const first = this.name();
    if (this.accept("=")) {
      const start = this.expression();
      this.expect(",");
      const limit = this.expression();
      const step = this.accept(",") ? this.expression() : undefined;
      this.expect("do");
      const local = this.scope.declare(first);
      return { kind: "numericFor", local, start, limit, step, body: this.#loop("end", "for", line), line };
    }
    if (this.token.kind !== "," && this.token.kind !== "in") this.fail("'=' or 'in' expected");
    const names = this.#names(first);
    this.expect("in");
    const values = this.expressions();
    this.expect("do");
    const locals = this.#declare(names);
    return { kind: "genericFor", locals, values, body: this.#loop("end", "for", line), line };
  }

  #return(): Statement {
    this.advance();
    const values = this.#isAtEnd() || this.token.kind === ";" ? [] : this.expressions();
    const [first] = values;
    if (first?.kind === "call" && values.length === 1) first.isTail = true;
    return { kind: "return", values };
  }

  #assignmentOrCall(): Statement {
    const first = this.primary();
    if (first.kind === "call") return { kind: "evaluate", call: first };
    const targets: Expression[] = [first];
    while (this.accept(",")) targets.push(this.primary());
    // A call or an expression in parentheses cannot get a value.
    if (targets.some(({ kind }) => kind === "call" || kind === "group")) this.fail("syntax error");
    this.expect("=");
    return { kind: "assign", targets, values: this.expressions() };
  }
}
