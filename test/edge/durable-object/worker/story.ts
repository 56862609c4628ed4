// The faults of one object and the record of its actions, for the worker and for its tests.

export interface Faults {
  /** Abort at this call, counted from 1 in each life of the object; 0: never. */
  abortAt: number;
  /** Or at the first call of this name, such as "alarm: fetch". */
  abortOn: string;
  /** The first call of this name, such as "alarm: setAlarm", rejects. */
  failOn: string;
  /** The number of lives that end so. */
  aborts: number;
  /** The delay of every alarm. */
  alarmLateMs: number;
  /** The number of alarms that do not fire. */
  dropAlarms: number;
  /** Every alarm runs twice. */
  doubleAlarms: boolean;
  /** As after a deploy without the secret. */
  secretMissing: boolean;
  /** No fault: the database is given as an @upstash/redis client. */
  givesClient: boolean;
}

const NONE: Faults = {
  abortAt: 0,
  abortOn: "",
  failOn: "",
  aborts: 1,
  alarmLateMs: 0,
  dropAlarms: 0,
  doubleAlarms: false,
  secretMissing: false,
  givesClient: false,
};

/** The faults of one object and its actions since they were set. It outlives the object's lives, in this isolate. */
export class Story {
  faults: Faults = { ...NONE };
  /** The calls of this life, then of all lives. */
  calls: string[] = [];
  allCalls = 0;
  abortedAt: string[] = [];
  failed = 0;
  alarms = 0;
  /** The duration of each completed alarm. */
  alarmsMs: number[] = [];
  alarmsThrown = 0;
  lives = 0;
  lost: string[] = [];
  /** For an object that holds locks: the types of its events, and the outcome of a release. */
  events: string[] = [];
  /** Of each lost hold: the owner that stole its lock. */
  thieves: string[] = [];
  /** Rows of leases and holds, and the alarm. */
  rowsWritten = 0;
  rowsRead = 0;
  alarmsSet = 0;
  /** Requests that went through the given client. */
  sentByClient = 0;

  set(faults: Partial<Faults>): void {
    Object.assign(this, new Story(), { faults: { ...NONE, ...faults } });
  }
}
