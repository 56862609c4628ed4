// The plain lock: Redisson's RLock (reentrant; getLock), its hash, channel and payload.
import {
  acquireCall,
  cancelCall,
  checkCall,
  forceReleaseCall,
  releaseCall,
  renewCall,
  statusCall,
} from "../lua/lock/calls.ts";
import { releaseChannel } from "../names.ts";
import type { LockKind } from "./kind.ts";

export const plainLock: LockKind = {
  channel: releaseChannel,
  acquire: acquireCall,
  release: releaseCall,
  cancel: cancelCall,
  renew: renewCall,
  check: checkCall,
  status: statusCall,
  forceRelease: forceReleaseCall,
};
