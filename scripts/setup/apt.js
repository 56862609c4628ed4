// Unpacks a package and its missing libraries from the system's package archive into a folder of ours. Nothing is
// installed, and root is not needed: apt only plans, downloads and checks signatures.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isExecutable, run } from "./run.js";

// The machine's hooks on `update` need root, and are for its own lists. Its download user cannot write into our folder.
// Descriptions in other languages are not needed.
const SETTINGS = `
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "1";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
`;
const LONGEST_MS = 2 * 60_000;

/**
 * Unpacks a package into `target`, which appears complete or not at all.
 * @param wanted `name` and `others` are names of packages: `others` are needed even where they are installed; `missing`
 *   says why; `works(folder)` returns whether a copy works; `unfit` and `cure` end the messages of the errors, and
 *   `noArchive` is the error without apt
 */
export function unpackFromArchive(target, wanted, say) {
  if (!isExecutable("apt-get") || !isExecutable("dpkg-deb")) throw new Error(wanted.noArchive);
  const { name, missing, works, unfit } = wanted;
  const work = `${target}.unpacking`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  try {
    const version = download(work, wanted, say);
    say(`${missing}: unpacking the system archive's ${name} ${version} into ${shownPath(target)}, once…`);
    const unpacked = join(work, "unpacked");
    for (const file of readdirSync(work).filter((name) => name.endsWith(".deb"))) {
      if (!run("dpkg-deb", ["-x", file, unpacked], { cwd: work }).ok) {
        throw new Error(`dpkg-deb could not unpack ${file}: check the space left on the disk, and try again.`);
      }
    }
    if (!works(unpacked)) throw new Error(`The archive's ${name} ${unfit}`);
    rmSync(target, { recursive: true, force: true });
    renameSync(unpacked, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Returns where an unpacked package has its libraries: in folders that Debian names by platform. */
export function libraryFolders(folder) {
  return ["usr/lib", "lib"].flatMap((place) =>
    listed(join(folder, place))
      .filter((name) => name.includes("-linux-gnu"))
      .map((name) => join(folder, place, name)),
  );
}

function listed(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

// Short, if it is in the current folder.
function shownPath(path) {
  const here = relative(process.cwd(), path);
  return here.startsWith("..") ? path : here;
}

/** Downloads every missing package, and returns the version of the wanted one. */
function download(work, wanted, say) {
  const { name, missing, cure } = wanted;
  writeFileSync(join(work, "apt.conf"), SETTINGS);
  const machines = aptGet(work, []);
  const plan = packagesMissing(machines, wanted);
  if (plan && downloaded(machines, plan)) return plan.version;

  // Without lists, as in a fresh container, or with lists of versions that the archive has deleted.
  say(`${missing}, and no usable package lists: fetching these from the system's archive, once…`);
  const ours = aptGet(work, ownState(work));
  // Its exit code is not reliable: 0 without any network, 100 when one of many sources fails.
  ours(["update"]);
  const newPlan = packagesMissing(ours, wanted);
  if (newPlan && downloaded(ours, newPlan)) return newPlan.version;
  throw new Error(
    `apt can't get ${name} from its archive (apt-get update and apt-get download ${name} tell why): put that right${cure}.`,
  );
}

function aptGet(work, options) {
  const env = { ...process.env, LC_ALL: "C" };
  return (args) =>
    run("apt-get", ["-c", join(work, "apt.conf"), ...options, ...args], {
      cwd: work,
      env,
      timeout: LONGEST_MS,
    });
}

function ownState(work) {
  const lists = join(work, "lists");
  const cache = join(work, "cache");
  mkdirSync(join(lists, "partial"), { recursive: true });
  mkdirSync(join(cache, "archives", "partial"), { recursive: true });
  return ["-o", `Dir::State::lists=${lists}`, "-o", `Dir::Cache=${cache}`];
}

/**
 * Returns the packages that apt would install for the wanted one on this machine. The names of its libraries differ
 * between distributions, and installed ones need no copy.
 */
function packagesMissing(apt, { name, others = [] }) {
  const lines = apt(["--simulate", "--no-install-recommends", "--reinstall", "install", name]).stdout;
  // "Inst name (version …", or "Inst name [version here] (version …" for an upgrade.
  const plan = new Map([...lines.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+) /gm)].map(([, ...pair]) => pair));
  const version = plan.get(name);
  if (!version) return undefined;
  // A C library of another machine would not match this machine's loader.
  plan.delete("libc6");
  const packages = [...plan].map((pair) => pair.join("="));
  packages.push(...others.filter((other) => !plan.has(other)));
  return { packages, version: version.replace(/^\d+:/, "").replace(/-[^-]*$/, "") };
}

function downloaded(apt, plan) {
  return apt(["download", ...plan.packages]).ok;
}
