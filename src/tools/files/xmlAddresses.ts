/**
 * Addresses that a reader of XML asks for: schemas, document types, entities, models, style sheets, parts of a document.
 * Comments and sections are not left out, so that it does not matter where another parser lets them end.
 */
import { addressesIn, isRemote, withoutEscapes } from './addresses.ts';

export function addressesInXml(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const next = text[at + 1];
    if (next === '?') found.push(...inInstruction(text, at));
    else if (next === '!') found.push(...inDeclaration(text, at));
    else found.push(...inInclusion(text, at));
  }
  found.push(...inLocations(text));
  return found;
}

/** `<?xml-model href="…"?>` and others; what a program of PHP holds is no address of an XML reader. */
function inInstruction(text: string, at: number): readonly string[] {
  if (/^<\?(?:php\b|=)/i.test(text.slice(at, at + 6))) return [];
  const instruction = upTo(piece(text, at, '<?'), '?>');
  return [...valuesIn(instruction).filter(isRemote), ...addressesIn(instruction)];
}

/** `<!DOCTYPE`, `<!ENTITY`, `<!NOTATION`: their literals, and what these hold for what comes behind. */
function inDeclaration(text: string, at: number): readonly string[] {
  const [, kind = ''] = /^<!(DOCTYPE|ENTITY|NOTATION)\b/i.exec(text.slice(at, at + 12)) ?? [];
  if (kind === '') return [];
  declarations.lastIndex = at + 2;
  const next = declarations.exec(text)?.index ?? text.length;
  const declaration = externalPart(text.slice(at, next));
  const literals = valuesIn(declaration);
  const found = literals.flatMap((literal) => (isRemote(literal) ? [literal] : [...addressesIn(literal)]));
  // The types of documents that the W3C has given out are built in.
  return /^<!DOCTYPE\s+html\b/i.test(declaration)
    ? found.filter((each) => !/^http:\/\/www\.w3\.org\/[\w/.-]*$/.test(each))
    : found;
}

const declarations = /<!(?:DOCTYPE|ENTITY|NOTATION)\b/gi;

/** Without the inner declarations of a document type, which are looked at by themselves. */
function externalPart(text: string): string {
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>' || character === '[') return text.slice(0, index);
  }
  return text;
}

const inclusion =
  /^<(?:[\w.-]{1,60}:)?(?:include|import|redefine|override|externalref|nextcatalog|system|public|uri|delegate\w{1,20}|rewrite\w{1,20})(?=[\s/>])/i;

/** `<xi:include href="…">`, `<xs:import schemaLocation="…">`, `<nextCatalog catalog="…">`. */
function inInclusion(text: string, at: number): readonly string[] {
  if (!inclusion.test(text.slice(at, at + 100))) return [];
  return valuesIn(upTo(piece(text, at, '<'), '>')).filter(isAskedFor);
}

const location = /(?:schemalocation|xml:base)\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s"'<>]+))/gi;

/** `xsi:schemaLocation`, with names and addresses in turn, and `xsi:noNamespaceSchemaLocation`. */
function inLocations(text: string): readonly string[] {
  return [...text.matchAll(location)].flatMap(([, double, single, bare]) =>
    withoutEscapes(double ?? single ?? bare ?? '')
      .split(/\s+/)
      .filter(isAskedFor),
  );
}

/** What an entity of the document stands for is not looked up: it may be an address. */
function isAskedFor(value: string): boolean {
  return isRemote(value) || /&[\w.-]+;/.test(value);
}

/** All that stands in quotes. */
function valuesIn(markup: string): readonly string[] {
  return [...markup.matchAll(/"([^"]*)"?|'([^']*)'?/g)].map(([, double, single]) =>
    withoutEscapes(double ?? single ?? ''),
  );
}

/** Up to the next of its kind, so that no part of a text is read twice. */
function piece(text: string, at: number, kind: string): string {
  const next = text.indexOf(kind, at + kind.length);
  return text.slice(at, next < 0 ? text.length : next);
}

function upTo(text: string, mark: string): string {
  const end = text.indexOf(mark);
  return end < 0 ? text : text.slice(0, end);
}
