// <tasks> <first> <seconds> [<lease>] One of several processes: tasks that fire each second. Prints each run of the
// seconds from `first` on, in epoch ms, and skipped fires whose coordinator failed.
import { createLocks } from "leasehound";
import cron from "node-cron";
import { leasehoundCoordinator } from "../.cache/node-cron/locks.ts";

const [tasks = 0, first = 0, seconds = 0, distributedLease = 30_000] = process.argv.slice(2).map(Number);
cron.setRunCoordinator(leasehoundCoordinator(createLocks({ prefix: "cron:" })));

const isCounted = (date: Date): boolean => date.getTime() >= first && date.getTime() < first + seconds * 1_000;

for (let task = 0; task < tasks; task++) {
  const scheduled = cron.schedule(
    "* * * * * *",
    ({ date }) => {
      if (isCounted(date)) console.log(`ran ${task} ${date.toISOString()}`);
    },
    { name: `task-${task}`, distributed: true, distributedLease },
  );
  scheduled.on("execution:skipped", ({ date, reason }) => {
    if (isCounted(date) && reason === "coordinator-error") console.log("failed");
  });
  scheduled.on("execution:missed", () => console.log("late"));
}
console.log("ready");
setTimeout(() => process.exit(0), first + (seconds + 3) * 1_000 - Date.now());
