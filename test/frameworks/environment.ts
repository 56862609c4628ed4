// The environment in which sites are built and served.

/** Vitest and npm set some variables that mean something to frameworks. */
export function environment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const { NODE_ENV, ...own } = process.env;
  return { ...own, NEXT_TELEMETRY_DISABLED: "1", ...variables };
}
