// Makes a part of the page like its new version, and changes only what differs. What the viewer does with the rest
// goes on: focus, selection, scrolling.

/** Makes the content of `target` like `html`, which the server wrote. Keeps the focus where it is, or near. */
export function morph(target: HTMLElement, html: string): void {
  const template = document.createElement("template");
  template.innerHTML = html;
  const focused = document.activeElement;
  const hadFocus = target.contains(focused);
  update(target, template.content);
  if (!hadFocus || document.activeElement === focused || !(focused instanceof HTMLElement)) return;
  // A row that moved loses the focus, and so does one that has gone.
  const next = focused.isConnected ? focused : target.querySelector<HTMLElement>(".scrolls");
  next?.focus({ preventScroll: true });
}

function update(target: Element, source: ParentNode): void {
  const rows = rowsOf(target);
  let place = target.firstChild;
  for (const wanted of [...source.childNodes]) {
    const key = keyOf(wanted);
    const found = key === undefined ? alike(place, wanted) : rows.get(key)?.shift();
    if (found === undefined) {
      target.insertBefore(wanted, place);
      continue;
    }
    if (found === place) place = place.nextSibling;
    else target.insertBefore(found, place);
    if (found instanceof Element && wanted instanceof Element) {
      takeAttributes(found, wanted);
      update(found, wanted);
    } else if (found.nodeValue !== wanted.nodeValue) found.nodeValue = wanted.nodeValue;
  }
  while (place !== null) {
    const after = place.nextSibling;
    place.remove();
    place = after;
  }
}

/** Returns the rows by their keys. Several may have the same: an owner that reads and writes is two holders. */
function rowsOf(target: Element): ReadonlyMap<string, Element[]> {
  const rows = new Map<string, Element[]>();
  for (const child of target.children) {
    const key = keyOf(child);
    if (key !== undefined) rows.set(key, [...(rows.get(key) ?? []), child]);
  }
  return rows;
}

/** Rows of locks, holders and waiters are known by their heading, so that each stays the same row when others come. */
function keyOf(node: Node): string | undefined {
  if (!(node instanceof HTMLTableRowElement)) return undefined;
  return node.querySelector("th[scope=row]")?.textContent ?? undefined;
}

function alike(place: ChildNode | null, wanted: ChildNode): ChildNode | undefined {
  return place?.nodeName === wanted.nodeName && keyOf(place) === undefined ? place : undefined;
}

function takeAttributes(target: Element, source: Element): void {
  for (const { name } of [...target.attributes]) if (!source.hasAttribute(name)) target.removeAttribute(name);
  for (const { name, value } of source.attributes) {
    if (target.getAttribute(name) !== value) target.setAttribute(name, value);
  }
}
