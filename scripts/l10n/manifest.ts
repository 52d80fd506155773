/** The texts of package.json that VS Code shows. */
import type { Found } from './messages.ts';

/** Properties whose texts appear in the palette, the settings, the views, or while JSON is edited. */
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

/** Parts of a schema with the user's values, whatever their properties are called. */
const VALUES = new Set(['const', 'default', 'enum', 'examples']);

/** The name is not translated. */
const NAME = 'Patchbay';

/** The keys (`%…%`) of a manifest, and places with plain text instead of one. */
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

/** A setting may itself be called `default`. */
function isOfTheUser(place: readonly string[], name: string): boolean {
  return VALUES.has(name) && place.at(-1) !== 'properties';
}

/** A `name` is shown of views only. */
function isShown(place: readonly string[]): boolean {
  const property = place.findLast((name) => !/^\d+$/.test(name)) ?? '';
  return SHOWN.has(property) || (property === 'name' && place[1] === 'views');
}
