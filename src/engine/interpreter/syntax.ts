// The syntax tree of a script.
import type { Value } from "./values.ts";

export interface Local {
  readonly name: string;
  readonly slot: number;
  /** Its place among the variables that inner functions share with this one; -1 if they do not use it. */
  box: number;
}

/** A variable of an outer function that a function uses. */
export interface Capture {
  /** Whether it is a variable of the next outer function, or one that that function has captured itself. */
  readonly isLocal: boolean;
  readonly index: number;
}

export interface FunctionBody {
  readonly parameters: readonly Local[];
  readonly isVararg: boolean;
  readonly statements: readonly Statement[];
  readonly captures: readonly Capture[];
  readonly slots: number;
}

export interface Call {
  readonly kind: "call";
  readonly callee: Expression;
  /** Of `callee:method()`. */
  readonly method: string | undefined;
  readonly args: readonly Expression[];
  readonly line: number;
  isTail: boolean;
}

export type Expression =
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "rest" }
  | { readonly kind: "function"; readonly body: FunctionBody }
  | { readonly kind: "local"; readonly local: Local }
  | { readonly kind: "upvalue"; readonly name: string; readonly index: number }
  | { readonly kind: "global"; readonly name: string; readonly line: number }
  | { readonly kind: "index"; readonly table: Expression; readonly key: Expression; readonly line: number }
  | { readonly kind: "group"; readonly inner: Expression }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression; readonly line: number }
  | Binary
  | { readonly kind: "table"; readonly fields: readonly Field[]; readonly line: number }
  | Call;

export interface Binary {
  readonly kind: "binary";
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
  readonly line: number;
}

export interface Field {
  /** Undefined: the next number. */
  readonly key: Expression | undefined;
  readonly value: Expression;
}

export interface Branch {
  readonly test: Expression;
  readonly body: readonly Statement[];
}

export type Statement =
  | { readonly kind: "local"; readonly locals: readonly Local[]; readonly values: readonly Expression[] }
  | { readonly kind: "assign"; readonly targets: readonly Expression[]; readonly values: readonly Expression[] }
  | { readonly kind: "localFunction"; readonly local: Local; readonly body: FunctionBody }
  | { readonly kind: "evaluate"; readonly call: Call }
  | { readonly kind: "do"; readonly body: readonly Statement[] }
  | ({ readonly kind: "while" } & Branch)
  | ({ readonly kind: "repeat" } & Branch)
  | { readonly kind: "if"; readonly branches: readonly Branch[]; readonly otherwise: readonly Statement[] | undefined }
  | NumericFor
  | GenericFor
  | { readonly kind: "return"; readonly values: readonly Expression[] }
  | { readonly kind: "break" };

export interface NumericFor {
  readonly kind: "numericFor";
  readonly local: Local;
  readonly start: Expression;
  readonly limit: Expression;
  readonly step: Expression | undefined;
  readonly body: readonly Statement[];
  readonly line: number;
}

export interface GenericFor {
  readonly kind: "genericFor";
  readonly locals: readonly Local[];
  readonly values: readonly Expression[];
  readonly body: readonly Statement[];
  readonly line: number;
}
