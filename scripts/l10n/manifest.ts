/** Finds what package.json says to the user: the texts that VS Code shows of an extension's manifest. */
import type { Found } from './messages.ts';

/** The properties whose texts the editor shows: in the palette, the settings, the views, and while JSON is written. */
const SHOWN = new Set([
  'category',
  'contents',
  'contextualTitle',
  'deprecationMessage',
  'description',
  'displayName',
  'enumDescriptions',
  'enumItemLabels',
  'errorMessage',
  'label',
  'markdownDeprecationMessage',
  'markdownDescription',
  'markdownEnumDescriptions',
  'patternErrorMessage',
  'shortTitle',
  'title',
]);

/** The parts of a schema that hold values of the user's, whatever their properties are called. */
const VALUES = new Set(['const', 'default', 'enum', 'examples']);

/** Patchbay is called Patchbay everywhere. */
const NAME = 'Patchbay';

/** The keys (`%…%`) that a manifest uses, and the places where it has plain text for the user instead of one. */
export function manifestMessages(manifest: object): Found {
  const messages: string[] = [];
  const problems: string[] = [];
  const look = (value: unknown, place: readonly string[]): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value))
        if (!isOfTheUser(place, name)) look(inner, [...place, name]);
    } else if (typeof value === 'string') {
      const key = /^%([\w.-]+)%$/.exec(value)?.[1];
      if (key !== undefined) messages.push(key);
      else if (value !== NAME && isShown(place)) problems.push(`${place.join('.')} is not a %key%: ${value}`);
    }
  };
  look(manifest, []);
  return { messages, problems };
}

/** Whether what is there is a value of the user's. A setting may itself be called `default`. */
function isOfTheUser(place: readonly string[], name: string): boolean {
  return VALUES.has(name) && place.at(-1) !== 'properties';
}

/** Whether the text at this place is shown: by its property, or its list's. Only views are shown by their `name`. */
function isShown(place: readonly string[]): boolean {
  const property = place.findLast((name) => !/^\d+$/.test(name)) ?? '';
  return SHOWN.has(property) || (property === 'name' && place[1] === 'views');
}
