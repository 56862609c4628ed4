// Unpacks redis-server and its missing libraries from the system's package archive into a folder of ours. Nothing is
// installed, and root is not needed: apt only plans, downloads and checks signatures.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { run } from "./run.js";

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

/** Unpacks into `target`, which appears complete or not at all; `runs(folder)` returns whether a copy works. */
export function unpackFromArchive(target, runs, say) {
  const work = `${target}.unpacking`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  try {
    const version = download(work, say);
    say(
      `no redis-server on the PATH: unpacking the system archive's redis-server ${version} into ${shownPath(target)}, once…`,
    );
    const unpacked = join(work, "unpacked");
    for (const file of readdirSync(work).filter((name) => name.endsWith(".deb"))) {
      if (!run("dpkg-deb", ["-x", file, unpacked], { cwd: work }).ok) {
        throw new Error(`dpkg-deb could not unpack ${file}: check the space left on the disk, and try again.`);
      }
    }
    if (!runs(unpacked)) {
      throw new Error(
        "The archive's redis-server does not run here, or is older than 7: install a newer one, or set REDIS_SERVER.",
      );
    }
    rmSync(target, { recursive: true, force: true });
    renameSync(unpacked, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

// Short, if it is in the current folder.
function shownPath(path) {
  const here = relative(process.cwd(), path);
  return here.startsWith("..") ? path : here;
}

/** Downloads every missing package, and returns redis-server's version. */
function download(work, say) {
  writeFileSync(join(work, "apt.conf"), SETTINGS);
  const machines = aptGet(work, []);
  const plan = packagesMissing(machines);
  if (plan && downloaded(machines, plan)) return plan.version;

  // Without lists, as in a fresh container, or with lists of versions that the archive has deleted.
  say("no redis-server on the PATH, and no usable package lists: fetching these from the system's archive, once…");
  const ours = aptGet(work, ownState(work));
  // Its exit code is not reliable: 0 without any network, 100 when one of many sources fails.
  ours(["update"]);
  const newPlan = packagesMissing(ours);
  if (newPlan && downloaded(ours, newPlan)) return newPlan.version;
  throw new Error(
    "apt can't get redis-server from its archive (apt-get update and apt-get download redis-server tell why): put that right, or install a redis-server, or set REDIS_SERVER.",
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
 * Returns the packages that apt would install for redis-server on this machine. The names of its libraries differ
 * between distributions, and installed ones need no copy.
 */
function packagesMissing(apt) {
  const lines = apt(["--simulate", "--no-install-recommends", "install", "redis-server"]).stdout;
  // "Inst name (version …", or "Inst name [version here] (version …" for an upgrade.
  const plan = new Map([...lines.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+) /gm)].map(([, ...pair]) => pair));
  const version = plan.get("redis-server");
  if (!version) return undefined;
  // A C library of another machine would not match this machine's loader.
  plan.delete("libc6");
  const packages = [...plan].map((pair) => pair.join("="));
  // Debian's redis-server is a link into redis-tools: both are needed, even where redis-tools is installed.
  if (!plan.has("redis-tools")) packages.push("redis-tools");
  return { packages, version: version.replace(/^\d+:/, "").replace(/-[^-]*$/, "") };
}

function downloaded(apt, plan) {
  return apt(["download", ...plan.packages]).ok;
}
