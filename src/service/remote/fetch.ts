// How requests to a lock API are sent. Apart from them, so that the published types need no schemas.

/** Sends an HTTP request, like the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Reads the global at each call: a program may replace it. */
export const globalFetch: Fetch = (url, init) => fetch(url, init);
