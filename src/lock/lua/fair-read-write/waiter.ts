// A waiter of a fair read/write lock, as the queue has it: see queue.lua.
import type { HoldId } from "../../protocol.ts";
import type { Access } from "../read-write/calls.ts";

const WAITER = /^([rw])\|([^|]*)\|[^|]*\|([^|]*)\|([\s\S]*)$/;
const ACCESS = { r: "read", w: "write" } as const;

/** Returns the text of a waiter. An owner and a hold id have no "|"; a label may have. */
export function waiterOf({ owner, ownerIsNew, holdId, label }: HoldId, access: Access, listener: string): string {
  return [access === "read" ? "r" : "w", holdId, listener, ownerIsNew ? "" : owner, label ?? ""].join("|");
}

/** Reads the text of a waiter. That of a fair lock is its owner. */
export function waiterNamed(text: string): { owner: string; access?: Access; label?: string } {
  const [, letter, holdId = "", owner = "", label = ""] = WAITER.exec(text) ?? [];
  if (letter !== "r" && letter !== "w") return { owner: text };
  return { owner: owner === "" ? holdId : owner, access: ACCESS[letter], label };
}
