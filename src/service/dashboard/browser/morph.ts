// Turns a part of the page into its new version, and changes only the nodes that differ. So the viewer's focus,
// selection and scrolling stay.

/** Turns the content of `target` into `html`, which the server wrote. Keeps the focus in place, or near it. */
export function morph(target: HTMLElement, html: string): void {
  const template = document.createElement("template");
  template.innerHTML = html;
  const focused = document.activeElement;
  const hadFocus = target.contains(focused);
  update(target, template.content);
  if (!hadFocus || document.activeElement === focused || !(focused instanceof HTMLElement)) return;
  // A row loses the focus if it was moved or removed.
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

/** Returns the heading of a row, by which the row is found again when others come; undefined for other nodes. */
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
