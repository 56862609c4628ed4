// The part of this module that the worker uses. The types of Node cannot come in: see tsconfig.workers.json.
declare module "node:async_hooks" {
  export class AsyncLocalStorage<Store> {
    getStore(): Store | undefined;
    run<Result>(store: Store, callback: () => Result): Result;
  }
}
