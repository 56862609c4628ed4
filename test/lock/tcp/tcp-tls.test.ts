// Locks over TCP with TLS: the port's own connections have the TLS options of the user's client.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { TCP_USERS } from "../../others/tcp-clients.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { needsProgram } from "../../support/needs-program.ts";
import { uniqueName } from "../../support/unique-name.ts";

const { respUrl } = await sharedGateway();

/** Makes a certificate for this machine, which nobody has signed. */
function certificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "leasehound-tls-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    execFileSync("openssl", [...words, "-keyout", key, "-out", cert, "-days", "2", ...subject], { stdio: "pipe" });
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("over TLS", needsProgram("openssl"), () => {
  let front: Server;
  let url: string;
  let ca: string;
  let handshakes = 0;

  beforeAll(async () => {
    const { key, cert } = certificate();
    ca = cert;
    const { port, username, password } = new URL(respUrl);
    front = createServer({ key, cert }, (socket) => {
      handshakes += 1;
      const redis = connect(Number(port), "127.0.0.1");
      for (const [from, to] of [
        [socket, redis],
        [redis, socket],
      ] as const) {
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.on("close", () => to.destroy());
      }
    });
    await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    const address = front.address();
    const place = typeof address === "object" ? address?.port : 0;
    url = `rediss://${username}:${password}@localhost:${place}`;
  });
  afterAll(() => {
    front?.close();
  });

  /** The TLS options, where each library takes them. */
  const trusting = (name: string, trusted: string | undefined): object =>
    name.startsWith("node-redis") ? { socket: { tls: true, ca: trusted } } : { tls: { ca: trusted } };

  it.each(TCP_USERS)("a lock is taken, waited for by message and released: %s", async (name, makeUser) => {
    const before = handshakes;
    const { port } = makeUser(url, trusting(name, ca));
    const locks = createLocks({ redis: port });
    const key = uniqueName();
    const held = await locks.lock(key).acquire();
    const waiting = locks.lock(key).acquire({ wait: "subscribe" });
    await held.release();
    expect((await (await waiting).release()).outcome).toBe("released");
    expect(handshakes).toBeGreaterThan(before);
    port.close();
  });

  it.each(TCP_USERS)(
    "a certificate that is not trusted is REDIS_UNREACHABLE, and says why: %s",
    async (name, makeUser) => {
      const { port } = makeUser(url, trusting(name, undefined));
      const refused = createLocks({ redis: port }).lock(uniqueName()).acquire({ waitMs: 0 });
      const error = await refused.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "REDIS_UNREACHABLE" });
      expect(Object(error).message).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT|self-signed/);
      expect(JSON.stringify(Object(error)) + Object(error).stack).not.toContain(new URL(url).password);
      port.close();
    },
  );
});
