/**
 * Resolves with the error that a promise is rejected with, or with `{ fulfilled }`. For a promise that fails while its
 * test awaits another one. An `expect` that is kept for later may count for a test that runs at the same time.
 */
export async function rejection<T>(promise: Promise<T> | undefined): Promise<unknown> {
  try {
    return { fulfilled: await promise };
  } catch (error) {
    return error;
  }
}
