// The error of a request that is answered with 400 before anything is sent to Redis.

export class BadRequest extends Error {}
