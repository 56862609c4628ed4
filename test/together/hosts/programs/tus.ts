// <folder> <lease> <silence> One of several servers. Prints one line for each writer of an upload, and one for each
// upload that is complete.
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { createLocks } from "leasehound";
import { leasehoundLocker } from "../.cache/tus/locks.ts";
import { enter, leave } from "./alone.ts";

const [folder = "", leaseMs, silenceMs] = process.argv.slice(2);

class WatchedStore extends FileStore {
  override async write(...args: Parameters<FileStore["write"]>): Promise<number> {
    const [, id] = args;
    const file = `${folder}/${id}.writer`;
    const isAlone = enter(file);
    console.log(isAlone ? "alone" : "together");
    try {
      return await super.write(...args);
    } finally {
      if (isAlone) leave(file);
    }
  }
}

const tus = new Server({
  path: "/files",
  datastore: new WatchedStore({ directory: folder }),
  locker: leasehoundLocker(createLocks({ prefix: "tus:", leaseMs: Number(leaseMs) })),
  lockDrainTimeout: 1,
  onUploadFinish: async (_request, { id }) => {
    console.log(`finished ${id}`);
    return {};
  },
});
tus.listen(process.env.PORT, () => console.log("ready")).setTimeout(Number(silenceMs));
