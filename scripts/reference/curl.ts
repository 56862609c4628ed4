// The example of an operation as a command line.
import type { Operation, Parameter } from "./open-api.ts";

/** Returns a `curl` command. It reads the address of the server and the token from the environment. */
export function curlOf(method: string, path: string, { parameters = [], requestBody }: Operation): string {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(parameters, name)));
  const query = parameters.filter((one) => one.in === "query" && one.example !== undefined);
  const search = new URLSearchParams(Object.fromEntries(query.map(({ name, example }) => [name, String(example)])));
  const example = requestBody?.content["application/json"]?.example;
  return [
    `curl -X ${method.toUpperCase()} "$LEASEHOUND_API_URL${url}${search.size === 0 ? "" : `?${search}`}"`,
    '-H "authorization: Bearer $LEASEHOUND_API_TOKEN"',
    ...(example === undefined ? [] : ['-H "content-type: application/json"', `-d ${quoted(JSON.stringify(example))}`]),
  ].join(" \\\n  ");
}

function exampleOf(parameters: readonly Parameter[], name: string): string {
  return String(parameters.find((one) => one.in === "path" && one.name === name)?.example ?? name);
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
