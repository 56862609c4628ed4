// The query of the page's address has the viewer's choices. Filtering and sorting change it without loading the page.

const PAUSE_MS = 200;

/** Changes the address when the viewer filters or sorts the table, and then calls `changed`. */
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
    // The section of the chosen lock is a part of the page, so another lock needs a new page.
    if (query.get("lock") !== shown) return location.reload();
    input.value = query.get("filter") ?? "";
    moved();
  });
}

/** Returns the clicked link of a column's title; undefined for other clicks, and for those that open a new tab. */
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
