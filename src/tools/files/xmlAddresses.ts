/**
 * Finds addresses that an XML reader requests: schemas, document types, entities, models, style sheets, parts of a
 * document. Comments and sections are searched, too, because parsers differ in where they end.
 */
import { addressesIn, isRemoteAddress, withoutEscapes } from './addresses.ts';

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

/** Finds addresses in `<?xml-model href="…"?>` and other instructions, except those of PHP. */
function inInstruction(text: string, at: number): readonly string[] {
  if (/^<\?(?:php\b|=)/i.test(text.slice(at, at + 6))) return [];
  const instruction = upTo(piece(text, at, '<?'), '?>');
  return [...valuesIn(instruction).filter(isRemoteAddress), ...addressesIn(instruction)];
}

/**
 * Finds addresses in `<!DOCTYPE`, `<!ENTITY` and `<!NOTATION`, and in their literals, which may contain markup for
 * later use.
 */
function inDeclaration(text: string, at: number): readonly string[] {
  const [, kind = ''] = /^<!(DOCTYPE|ENTITY|NOTATION)\b/i.exec(text.slice(at, at + 12)) ?? [];
  if (kind === '') return [];
  declarations.lastIndex = at + 2;
  const next = declarations.exec(text)?.index ?? text.length;
  const declaration = externalPart(text.slice(at, next));
  const literals = valuesIn(declaration);
  const found = literals.flatMap((literal) =>
    isRemoteAddress(literal) ? [literal] : [...addressesIn(literal)],
  );
  // XML readers have the W3C's document types built in.
  return /^<!DOCTYPE\s+html\b/i.test(declaration)
    ? found.filter((each) => !/^http:\/\/www\.w3\.org\/[\w/.-]*$/.test(each))
    : found;
}

const declarations = /<!(?:DOCTYPE|ENTITY|NOTATION)\b/gi;

/** Returns the part before the inner declarations of a document type, which are searched on their own. */
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

/** Finds addresses in `<xi:include href="…">`, `<xs:import schemaLocation="…">` and `<nextCatalog catalog="…">`. */
function inInclusion(text: string, at: number): readonly string[] {
  if (!inclusion.test(text.slice(at, at + 100))) return [];
  return valuesIn(upTo(piece(text, at, '<'), '>')).filter(isAskedFor);
}

const location = /(?:schemalocation|xml:base)\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s"'<>]+))/gi;

/** Finds addresses in `xsi:schemaLocation`, with names and addresses in turn, and `xsi:noNamespaceSchemaLocation`. */
function inLocations(text: string): readonly string[] {
  return [...text.matchAll(location)].flatMap(([, double, single, bare]) =>
    withoutEscapes(double ?? single ?? bare ?? '')
      .split(/\s+/)
      .filter(isAskedFor),
  );
}

/** The value of an entity is not looked up, so it may be an address. */
function isAskedFor(value: string): boolean {
  return isRemoteAddress(value) || /&[\w.-]+;/.test(value);
}

/** Returns all texts in quotes. */
function valuesIn(markup: string): readonly string[] {
  return [...markup.matchAll(/"([^"]*)"?|'([^']*)'?/g)].map(([, double, single]) =>
    withoutEscapes(double ?? single ?? ''),
  );
}

/** Ends at the next beginning of the same kind, so that no part of a text is read twice. */
function piece(text: string, at: number, kind: string): string {
  const next = text.indexOf(kind, at + kind.length);
  return text.slice(at, next < 0 ? text.length : next);
}

function upTo(text: string, mark: string): string {
  const end = text.indexOf(mark);
  return end < 0 ? text : text.slice(0, end);
}
