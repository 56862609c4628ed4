// The part of this module that the worker uses: the types of Node would bring `process` and the like into every
// Worker's program.
declare module "node:async_hooks" {
  export class AsyncLocalStorage<Store> {
    getStore(): Store | undefined;
    run<Result>(store: Store, callback: () => Result): Result;
  }
}
