// leasehound/web in a real Nitro, on Node.
import { rowsExample } from "../examples.ts";
import { type Route, siteRoutes } from "../routes.ts";
import { serve } from "../serve.ts";

const served = serve("nitro", { ROWS_URL: "rows" });

const work = (method: string): Route => ({ method, path: (order) => `/work?order=${order}` });

siteRoutes("a route of Nitro", served, {
  work: work("POST"),
  stream: work("GET"),
  hasty: work("PUT"),
  throws: work("DELETE"),
});

rowsExample(served);
