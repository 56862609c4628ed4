// What wrangler.toml binds, as the tests in workerd use it.
declare module "cloudflare:workers" {
  export const env: { readonly LEASE_WATCHDOG: import("../../src/index.ts").WatchdogNamespace };
}
