// Runs a Lua script at a chosen time of the Redis clock.

/** `seconds` and `micros` as in the reply to TIME. */
export function atTime(source: string, seconds: string, micros: string): string {
  return `local real = redis
local redis = setmetatable({
  call = function(name, ...)
    if name == 'TIME' then return { '${seconds}', '${micros}' } end
    return real.call(name, ...)
  end,
}, { __index = real })
${source}`;
}

/** Seconds, microseconds, and the latest token ("": none); then the token of the next holder. */
export const TOKENS_AT_TIMES: readonly (readonly [string, string, string, string])[] = [
  ["1795299660", "242662", "", "1795299660242662"],
  ["1795299660", "0", "", "1795299660000000"],
  ["1795299660", "7", "", "1795299660000007"],
  ["1795299660", "99999", "", "1795299660099999"],
  ["1795299660", "242662", "1", "1795299660242662"],
  ["1795299660", "242662", "999999999999999", "1795299660242662"],
  ["1795299660", "242662", "1795299660242661", "1795299660242662"],
  // Two in one microsecond, and a clock that was set back: by a microsecond, a minute, thirty years.
  ["1795299660", "242662", "1795299660242662", "1795299660242663"],
  ["1795299660", "242662", "1795299660242663", "1795299660242664"],
  ["1795299660", "242662", "1795299720242662", "1795299720242663"],
  ["848614860", "242662", "1795299660242662", "1795299660242663"],
  ["1795299660", "242662", "9007199254740992", "9007199254740993"],
  ["1795299660", "242662", "10000000000000000", "10000000000000001"],
  // The year 2286 has a digit more.
  ["9999999999", "999999", "1795299660242662", "9999999999999999"],
  ["10000000000", "0", "9999999999999999", "10000000000000000"],
  ["10000000000", "5", "9999999999999999", "10000000000000005"],
  ["10000000000", "5", "10000000000000005", "10000000000000006"],
];
