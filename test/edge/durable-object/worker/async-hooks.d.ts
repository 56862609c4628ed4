// The part of this module that the worker uses. test/tsconfig.workers.json explains why Node's types cannot be included.
declare module "node:async_hooks" {
  export class AsyncLocalStorage<Store> {
    getStore(): Store | undefined;
    run<Result>(store: Store, callback: () => Result): Result;
  }
}
