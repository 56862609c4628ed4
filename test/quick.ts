// The files of `npm test` on real clocks: each promise once, in a few minutes. test/vitest.config.ts has those in virtual
// time, too. `npm run test:all` runs the others.

/** The contract of each kind. `npm test` leaves out the cases that wait for the end of a lease. */
export const ONCE = "test/lock/contract/once.test.ts";

export const QUICK: readonly string[] = [
  "test/base/*.test.ts",
  // Locks.
  ONCE,
  "test/lock/{anchored-keys,clients,cures,derived-keys,drivers,forger,keys}.test.ts",
  "test/lock/{named-errors,own-members}.test.ts",
  "test/lock/contract/{redis-port,tcp-port}.test.ts",
  "test/lock/fence/{fence,fence-sql}.test.ts",
  "test/lock/hold/{close-registry,earlier-request,full-redis,late-release,redis-away}.test.ts",
  "test/lock/inspect/{inspection,inspection-replies,waiters}.test.ts",
  "test/lock/light/light-redis-fails.test.ts",
  // Scripts: each branch is replayed, and is compared with Redisson.
  "test/lock/lua/{replay,*-replay,*-states,fair-grants,generated,keys-without-ttl}.test.ts",
  "test/lock/lua/{counters,fair-queue,fenced-keys,lock-keys,permit-expirable}.test.ts",
  "test/lock/lua/{scripts-that-free,standing}.test.ts",
  "test/lock/model/{counters,flight,lock,permits}/walks.test.ts",
  "test/lock/model/{fair/java,lock/fenced,read-write/java}.test.ts",
  "test/lock/redis/{batches,cut-answers,given-client,key-locking,limited-user,no-channels}.test.ts",
  "test/lock/redis/{batch-replies,request-outcome,through-client,transport,upstash-client}.test.ts",
  // The whole system in virtual time.
  "test/lock/simulation/{simulation,directed}.test.ts",
  "test/lock/wait/standing-waiter.test.ts",
  "test/lock/watchdog/*.test.ts",
  "test/lock/workerd/{key-locking,once,tcp,through-client,upstash-client}.test.ts",
  // Platforms.
  "test/edge/durable-object/lease-watchdog.test.ts",
  "test/edge/otel/*.test.ts",
  "test/edge/web-locks/replay.test.ts",
  "test/edge/workerd/*.test.ts",
  // The engine, beside Redis.
  "test/engine/{coverage,engine,locks,replay,test-faults,test-holds,test-locks}.test.ts",
  "test/engine/simulate/{outside,programs}.test.ts",
  // The lock service.
  "test/service/api/{capabilities,force-release,idempotency,inspection,lock-api-table,mounting,openapi}.test.ts",
  "test/service/api/{owners,permits,problem-types,rate-limit,requests,strict-json,texts}.test.ts",
  "test/service/contract/dashboard.test.ts",
  "test/service/dashboard/{html,lock-answers,watched-lease}.test.ts",
  "test/service/remote/{echoed-secrets,list}.test.ts",
  "test/service/workerd/remote.test.ts",
  // Programs.
  "test/tools/cli/{complete,doctor,look,output,run}.test.ts",
  "test/tools/gateway/{auth,faults,faults-answer,faults-duplicate,protocol}.test.ts",
  "test/tools/gateway/{resp,resp-faults,streams,upstash-client}.test.ts",
  "test/tools/scripts/{bench-pages,lockfile}.test.ts",
  // The package as a whole.
  "test/together/{clocks,houses,named-paths,omitted-files,own-packages,randomness}.test.ts",
  "test/together/{rejections,started-programs}.test.ts",
  "test/together/docs/{changelog,options-table}.test.ts",
  "test/together/e2e/{deploy,edge,worker}.test.ts",
  "test/together/package/{fakes,packed,shown,sizes}.test.ts",
];

/** The parts of contracts that `npm test` runs. The other runs have whole contracts. */
export const ONLY_QUICK: readonly string[] = [ONCE, "test/lock/workerd/once.test.ts"];
