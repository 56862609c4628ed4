// The environment in which sites are built and served.

/** Removes variables of Vitest and npm that affect frameworks. */
export function environment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const { NODE_ENV, ...own } = process.env;
  return { ...own, NEXT_TELEMETRY_DISABLED: "1", ...variables };
}
