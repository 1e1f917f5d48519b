/** Elements without markup: texts of memories are never parsed as HTML. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string | undefined;

/** An element with attributes and children. `true` is an empty attribute, `false` and undefined none. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(SVG, tag);
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Text for screen readers alone. */
export const hidden = (text: string): HTMLElement => element('span', { class: 'hidden' }, text);

/** Replaces what is in an element. The focus goes to what has the same `data-key` again: keys must not get lost because a memory changed. */
export function redraw(into: Element, ...children: readonly Child[]): void {
  const focused = document.activeElement;
  const key = into.contains(focused) && focused instanceof HTMLElement ? focused.dataset.key : undefined;
  into.replaceChildren(...children.filter((child) => child !== undefined));
  if (key === undefined) return;
  const keyed = [...into.querySelectorAll<HTMLElement>('[data-key]')];
  keyed.find(({ dataset }) => dataset.key === key)?.focus();
}

/** A number as people of the language write it. */
export const grouped = (value: number): string => value.toLocaleString(document.documentElement.lang || 'en');
