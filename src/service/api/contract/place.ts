// Where an operation is. Without the schemas, so that a client does not bundle them.

/** Returns the method of an operation, and its path behind the address of the API. */
export function placeOf(key: string): { readonly method: "GET" | "POST"; readonly path: string } {
  const [method = "", path = ""] = key.split(" ");
  return { method: method === "GET" ? method : "POST", path: path === "/" ? "" : path };
}
