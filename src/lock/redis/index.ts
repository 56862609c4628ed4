// "leasehound/port": what a connection to Redis of your own must do.

export { oneRequest } from "../http/http.ts";
export type { ChannelListener, LuaScript, ReleaseChannel, RunLimits, ScriptCall, StreamEnd } from "../protocol.ts";
export { Tries } from "../protocol.ts";
export { isRedisPort, type RedisPort } from "./port.ts";
export { type Answer, type CommandTransport, type ErrorAnswer, scriptPort } from "./script-port.ts";
