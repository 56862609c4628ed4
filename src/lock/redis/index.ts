// "leasehound/port": for whoever connects locks to Redis in another way.

export { oneRequest } from "../http/http.ts";
export type { ChannelListener, LuaScript, ReleaseChannel, RunLimits, ScriptCall, StreamEnd } from "../protocol.ts";
export { Tries } from "../protocol.ts";
export { isRedisPort, type RedisPort } from "./port.ts";
export { type Answer, type CommandTransport, type ErrorAnswer, scriptPort } from "./script-port.ts";
