// What the viewer wants to see is the query of the page's address. Filtering and sorting change it without a new page.

const PAUSE_MS = 200;

/** Changes the address as the viewer types in the filter or sorts the table; `changed` is called after each change. */
export function followQuery(base: string, changed: () => void): void {
  const form = document.querySelector("form:has(#filter)");
  const input = document.querySelector<HTMLInputElement>("#filter");
  if (form === null || input === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moved = (): void => {
    const close = document.querySelector("#close");
    const query = new URLSearchParams(location.search);
    query.delete("lock");
    close?.setAttribute("href", addressOf(base, query));
    changed();
  };
  const filter = (): void => {
    clearTimeout(timer);
    const query = withValue("filter", input.value.trim());
    history.replaceState(null, "", addressOf(base, query));
    moved();
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(filter, PAUSE_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
  });
  document.querySelector("#locks")?.addEventListener("click", (event) => {
    const link = sortLinkOf(event);
    if (link === undefined) return;
    event.preventDefault();
    const order = new URL(link.href).searchParams.get("sort") ?? "";
    history.pushState(null, "", addressOf(base, withValue("sort", order)));
    moved();
  });
  const shown = new URLSearchParams(location.search).get("lock");
  addEventListener("popstate", () => {
    const query = new URLSearchParams(location.search);
    // Another lock has another page.
    if (query.get("lock") !== shown) return location.reload();
    input.value = query.get("filter") ?? "";
    moved();
  });
}

/** Returns the link of a column's title that was clicked to be followed here. */
function sortLinkOf(event: Event): HTMLAnchorElement | undefined {
  if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return undefined;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  return event.target.closest<HTMLAnchorElement>("thead a") ?? undefined;
}

function withValue(name: string, value: string): URLSearchParams {
  const query = new URLSearchParams(location.search);
  if (value === "") query.delete(name);
  else query.set(name, value);
  return query;
}

function addressOf(base: string, query: URLSearchParams): string {
  return query.size === 0 ? base : `${base}?${query}`;
}
