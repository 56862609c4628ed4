// Plays a round with the lock API of the first argument, and prints what it found.
import { argv } from "node:process";
import { type RoundOptions, remoteRound } from "../../support/remote-round.ts";

const options: RoundOptions = JSON.parse(argv[2] ?? "");
console.log(JSON.stringify(await remoteRound(options)));
