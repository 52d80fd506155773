/** Reduces the style sheet of a diagram, which is partly the model's, to plain rules for its own elements. */

/** Declarations that load something, or take effect outside of their element. */
const UNSAFE = /url\(|image|src\(|@|\\|expression|attr\(|element\(|paint\(/i;

/** `url(#arrow)`, within the diagram. */
const LOCAL = /url\(["']?#[\w:.-]+["']?\)/gi;

export function isSafeValue(value: string): boolean {
  return !UNSAFE.test(value.replaceAll(LOCAL, ''));
}

/** A position could put the element above other parts of the page. */
const refusedProperties =
  /^(?:position|z-index|inset|top|left|right|bottom|content|behavior|cursor|animation|transition|-)/;

export function isSafeProperty(name: string): boolean {
  return !refusedProperties.test(name);
}

/** Each selector must begin with `id`, the diagram's. */
export function scopedSheet(rules: string, id: string): CSSStyleSheet {
  const parsed = new CSSStyleSheet();
  parsed.replaceSync(rules);
  const kept = new CSSStyleSheet();
  for (const rule of parsed.cssRules) {
    if (!(rule instanceof CSSStyleRule) || !isScoped(rule.selectorText, id)) continue;
    const { style } = rule;
    const declarations = [...style]
      .filter((name) => isSafeProperty(name) && isSafeValue(style.getPropertyValue(name)))
      .map(
        (name) =>
          `${name}: ${style.getPropertyValue(name)}${style.getPropertyPriority(name) && ' !important'};`,
      );
    if (declarations.length > 0)
      kept.insertRule(`${rule.selectorText} { ${declarations.join(' ')} }`, kept.cssRules.length);
  }
  return kept;
}

/** These parts neither quote nor nest, so they can be split at commas. */
const SIMPLE = /:nth-child\([\dn+ ]+\)|\[[\w-]+(?:[$^*~|]?="[\w -]*")?\]/g;

function isScoped(selector: string, id: string): boolean {
  const parts = selector.replaceAll(SIMPLE, '').split(',');
  const own = new RegExp(`^#${id}(?:$|[ >.:])`);
  return parts.every((part) => own.test(part.trim()) && !/[\\"'()[\]]/.test(part));
}
