// What is to happen to one object, and what it did: for the worker and for the tests that ask it.

export interface Faults {
  /** Abort at this call, counted from 1 in each life of the object; 0: never. */
  abortAt: number;
  /** Or at the first one of this name, such as "alarm: fetch". */
  abortOn: string;
  /** The first call of this name, such as "alarm: setAlarm", rejects. */
  failOn: string;
  /** That many lives end so. */
  aborts: number;
  /** Every alarm is that late. */
  alarmLateMs: number;
  /** That many alarms do not come at all. */
  dropAlarms: number;
  /** Every alarm runs twice. */
  doubleAlarms: boolean;
  /** As after a deploy that forgot it. */
  secretMissing: boolean;
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
};

/** What happens to one object, and what it did since that was set. It outlives the object's lives, in this isolate. */
export class Story {
  faults: Faults = { ...NONE };
  /** Of this life, then of all. */
  calls: string[] = [];
  allCalls = 0;
  abortedAt: string[] = [];
  failed = 0;
  alarms = 0;
  /** How long each of them took, of those that came to their end. */
  alarmsMs: number[] = [];
  alarmsThrown = 0;
  lives = 0;
  lost: string[] = [];
  /** Of an object that holds locks: their types, and how a release ended. */
  events: string[] = [];
  /** For the rows of leases and holds, and for the alarm. */
  rowsWritten = 0;
  rowsRead = 0;
  alarmsSet = 0;

  set(faults: Partial<Faults>): void {
    Object.assign(this, new Story(), { faults: { ...NONE, ...faults } });
  }
}
