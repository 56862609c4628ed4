// The page of a viewer without a session. It asks for the token.
import { type Html, h } from "./html.ts";
import { Layout } from "./layout.tsx";

interface SignInProps {
  readonly base: string;
  /** The query of the page that follows the sign-in. */
  readonly query: string;
  /** Why the previous attempt failed; undefined before the first one. */
  readonly refusal?: string | undefined;
}

export function SignIn({ base, query, refusal }: SignInProps): Html {
  return (
    <Layout base={base} title="Sign in – leasehound">
      <main class="narrow">
        <h1>See the locks</h1>
        {refusal === undefined ? null : (
          <p class="alert" role="alert">
            {refusal}
          </p>
        )}
        <form method="post" action={`${base}session${query}`}>
          <label for="token">The token of the lock API</label>
          <input id="token" name="token" type="password" required autocomplete="current-password" />
          <p class="hint">
            LOCK_API_TOKEN of the Worker, or a token made from it that may "list" or "inspect" locks. The page does not
            store it. You stay signed in until it expires, for 8 hours at most.
          </p>
          <button type="submit">Sign in</button>
        </form>
      </main>
    </Layout>
  );
}
