// The Durable Object that will renew leases after an invocation has ended. It holds none yet: keepAlive renews from the
// invocation itself. The class is deployed from the first version on, so that its migration tag never has to move.
import { DurableObject } from "cloudflare:workers";

export class LeaseWatchdog extends DurableObject {}
