// A request that is answered 400 before anything is sent to Redis.

export class BadRequest extends Error {}
