// A folder with a configuration of OpenTofu, whose state is in the service. An apply can be held at its only resource.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, StartedProcess } from "../support/child-process.ts";
import { eventually } from "../support/eventually.ts";

/** Where the state is, and who asks. */
export interface Backend {
  readonly address: string;
  readonly token: string;
  /** Methods for proxies that refuse LOCK and UNLOCK. */
  readonly methods?: readonly [lock: string, unlock: string];
}

// The command of the resource waits while the file "hold" exists.
const CONFIGURATION = `
terraform {
  backend "http" {}
}
variable "value" {
  type = string
}
resource "terraform_data" "only" {
  input            = var.value
  triggers_replace = var.value
  provisioner "local-exec" {
    command = "touch reached; while [ -e hold ]; do sleep 0.05; done"
  }
}
`;

/** One apply at its resource. */
export interface HeldApply {
  /** Continues it. Resolves with its end. */
  finish(): Promise<Ended>;
  /** Ends it at once, without any clean-up. */
  kill(): Promise<void>;
}

export class Workspace implements AsyncDisposable {
  readonly #folder: string;
  readonly #env: Record<string, string>;

  private constructor(folder: string, { address, token, methods = ["LOCK", "UNLOCK"] }: Backend) {
    this.#folder = folder;
    this.#env = {
      ...{ TF_HTTP_ADDRESS: address, TF_HTTP_LOCK_ADDRESS: address, TF_HTTP_UNLOCK_ADDRESS: address },
      ...{ TF_HTTP_LOCK_METHOD: methods[0], TF_HTTP_UNLOCK_METHOD: methods[1] },
      ...{ TF_HTTP_USERNAME: "ci", TF_HTTP_PASSWORD: token },
      ...{ TF_IN_AUTOMATION: "1", CHECKPOINT_DISABLE: "1", HOME: folder },
    };
  }

  /** Makes it, and runs `init`. */
  static async make(backend: Backend): Promise<Workspace> {
    const folder = await mkdtemp(join(tmpdir(), "leasehound-workspace-"));
    const workspace = new Workspace(folder, backend);
    await writeFile(join(folder, "main.tf"), CONFIGURATION);
    const { code, stderr } = await workspace.run("init", "-input=false");
    if (code !== 0) throw new Error(stderr);
    return workspace;
  }

  run(...args: string[]): Promise<Ended> {
    return this.#start(args).ended;
  }

  apply(value: string, ...options: string[]): Promise<Ended> {
    return this.run(...applyOf(value), ...options);
  }

  /** Starts an apply that waits for the lock. Resolves when its first LOCK was refused. */
  async waitingApply(value: string): Promise<{ readonly ended: Promise<Ended> }> {
    const apply = this.#start([...applyOf(value), "-lock-timeout=30s"], { TF_LOG: "DEBUG" });
    await apply.errorText(/request for "lock" returned status code: 423/);
    return apply;
  }

  /** Starts an apply, and waits until it is at its resource, with the lock. */
  async heldApply(value: string): Promise<HeldApply> {
    const [hold, reached] = [join(this.#folder, "hold"), join(this.#folder, "reached")];
    await rm(reached, { force: true });
    await writeFile(hold, "");
    const apply = this.#start(applyOf(value));
    await eventually(() => existsSync(reached));
    return {
      finish: async () => {
        await rm(hold);
        return apply.ended;
      },
      kill: async () => {
        process.kill(-apply.pid, "SIGKILL");
        await apply.ended;
        await rm(hold);
      },
    };
  }

  /** Returns the state that a failed write left in the folder. */
  async erroredState(): Promise<unknown> {
    return JSON.parse(await readFile(join(this.#folder, "errored.tfstate"), "utf8"));
  }

  #start(args: readonly string[], more: Record<string, string> = {}): StartedProcess {
    const env = { ...process.env, ...this.#env, ...more };
    // A group of its own, which can be killed with the command of the resource.
    const child = spawn(process.env["TOFU"] ?? "tofu", [...args, "-no-color"], {
      ...{ cwd: this.#folder, env, detached: true },
      stdio: "pipe",
    });
    return new StartedProcess(child, ["tofu", ...args].join(" "));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function applyOf(value: string): string[] {
  return ["apply", "-auto-approve", "-input=false", `-var=value=${value}`];
}
