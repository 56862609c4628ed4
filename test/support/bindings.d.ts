// The bindings of wrangler.toml for the tests in workerd.
declare module "cloudflare:workers" {
  export const env: { readonly LEASE_WATCHDOG: import("../../src/index.ts").WatchdogNamespace };
}
