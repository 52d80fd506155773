/** docs/settings.md: every setting with its values, who decides it, and what it does. */
import type { Setting, Settings } from '../../src/contributions/setting.ts';
import { settings } from '../../src/contributions/settings.ts';

const DECIDES = {
  application: 'you',
  machine: 'the machine',
  window: 'you, or a trusted workspace',
} as const satisfies Readonly<Record<Setting['scope'], string>>;

const HEAD = `# Settings

What a workspace writes for a setting that it does not decide is ignored, and you are told so once ([why](decisions/012-setting-scopes.md)). The table is generated from \`src/contributions\`, as are the texts of the settings editor: [how to add a setting](recipes.md).

| setting | default | values | who decides | what |
| --- | --- | --- | --- | --- |
`;

export function settingsPage(): string {
  const all = Object.entries<Setting>(settings satisfies Settings);
  return `${HEAD}${all.map(([name, setting]) => row(name, setting)).join('\n')}\n`;
}

function row(name: string, setting: Setting): string {
  const cells = [
    code(`patchbay.${name}`),
    code(setting.default),
    valuesOf(setting),
    DECIDES[setting.scope],
    whatOf(setting),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function valuesOf({ enum: allowed, type, minimum, maximum }: Setting): string {
  if (allowed) return allowed.map(code).join(', ');
  const types = [type].flat();
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
  ];
  const values = [...types.filter((each) => each !== 'null'), ...bounds].join(' ');
  return types.includes('null') ? `${values}, or null` : values;
}

/** Leaves out the links that only the settings editor understands. */
function whatOf({ markdownDescription, description, enum: values, enumDescriptions }: Setting): string {
  const text = (markdownDescription ?? description)?.en ?? '';
  const withoutButton = text.replace(/ \[[^\]]*\]\(command:[^)]*\)$/, '');
  const ofValues =
    values && enumDescriptions
      ? values.map((value, index) => `${code(value)}: ${enumDescriptions[index]?.en ?? ''}`)
      : [];
  return [withoutButton, ...ofValues]
    .join(' ')
    .replaceAll(/\[([^\]]*)\]\(command:[^)]*\)/g, '$1')
    .replaceAll('](docs:', '](')
    .replaceAll(/#(patchbay\.[\w.]+)#/g, '$1');
}

function code(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? '' : `\`${text}\``;
}
