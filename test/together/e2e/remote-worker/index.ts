// A Worker that reaches the lock API by a service binding.
import { remoteRound } from "../../../support/remote-round.ts";

interface Env {
  readonly LOCKS: Fetcher;
}

export default {
  async fetch(request, env): Promise<Response> {
    const { token, name }: { token: string; name: string } = await request.json();
    const send = (url: string, init: RequestInit): Promise<Response> => env.LOCKS.fetch(url, init);
    return Response.json(await remoteRound({ url: "https://locks", token, name, fetch: send }));
  },
} satisfies ExportedHandler<Env>;
