/** docs/settings.md: a heading for each group and setting of package.json, in the order of the settings editor. */
import type { Setting } from '../../src/contributions/setting.ts';

/** A group of `contributes.configuration`, with the keys of its texts. */
export interface SettingsGroup {
  readonly title: string;
  readonly properties: Readonly<Record<string, ManifestSetting>>;
}

interface ManifestSetting {
  readonly scope: Setting['scope'];
  readonly order: number;
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly default: unknown;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly description?: string | undefined;
  readonly markdownDescription?: string | undefined;
  readonly enumDescriptions?: readonly string[] | undefined;
  readonly enumItemLabels?: readonly string[] | undefined;
}

type TextOf = (keyOrText: string) => string;

const DECIDES = {
  application: undefined,
  machine: 'Set by: the machine. It cannot be set in a workspace.',
  window: 'Set by: you, or a workspace that you trust.',
} as const satisfies Readonly<Record<Setting['scope'], string | undefined>>;

const HEAD = `# Settings

<!-- Written by \`npm run generate\`. -->

Look up what a setting does, its values, and its default. In VS Code, open the settings and search for \`@ext:patchbay.patchbay\`.

Unless a setting says otherwise, only your user settings decide it. A value in a workspace is then ignored, and Patchbay tells you so once.`;

/** Takes `contributes.configuration` of package.json and the texts of package.nls.json. */
export function settingsPage(
  groups: readonly SettingsGroup[],
  texts: Readonly<Record<string, string>>,
): string {
  const textOf: TextOf = (text) => texts[/^%(.*)%$/.exec(text)?.[1] ?? ''] ?? text;
  return `${[HEAD, ...groups.flatMap((group) => groupPart(group, textOf))].join('\n\n')}\n`;
}

function groupPart({ title, properties }: SettingsGroup, textOf: TextOf): readonly string[] {
  const inOrder = Object.entries(properties).toSorted(([, a], [, b]) => a.order - b.order);
  return [`## ${textOf(title)}`, ...inOrder.flatMap(([id, setting]) => settingPart(id, setting, textOf))];
}

function settingPart(id: string, setting: ManifestSetting, textOf: TextOf): readonly string[] {
  const { markdownDescription, description, scope } = setting;
  const values = setting.enum?.map((value, index) => valueLine(value, index, setting, textOf));
  const facts = [
    `- Default: ${code(setting.default) || 'empty'}`,
    ...(DECIDES[scope] === undefined ? [] : [`- ${DECIDES[scope]}`]),
    ...(values ? ['- Values:', ...values] : [`- Values: ${typeOf(setting)}`]),
  ];
  return [`### \`${id}\``, forThisPage(textOf(markdownDescription ?? description ?? '')), facts.join('\n')];
}

function valueLine(
  value: string,
  index: number,
  { enumItemLabels, enumDescriptions }: ManifestSetting,
  textOf: TextOf,
): string {
  const label = textOf(enumItemLabels?.[index] ?? '');
  const about = forThisPage(textOf(enumDescriptions?.[index] ?? ''));
  return `  - ${code(value)}${label === '' ? '' : ` (_${label}_)`}${about === '' ? '' : `: ${about}`}`;
}

function typeOf({ type, minimum, maximum }: ManifestSetting): string {
  const types = [type].flat();
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
  ];
  const values = [...types.filter((each) => each !== 'null'), ...bounds].join(' ');
  return types.includes('null') ? `${values}, or \`null\`` : values;
}

/** Replaces the links that only the settings editor understands by their words, and has those to pages begin here. */
function forThisPage(text: string): string {
  return text
    .replace(/ \[[^\]]*\]\(command:[^)]*\)$/, '')
    .replaceAll(/\[([^\]]*)\]\(command:[^)]*\)/g, '$1')
    .replaceAll(/\]\(https:[^)]*\/blob\/HEAD\/docs\//g, '](')
    .replaceAll(/`?#(patchbay\.[\w.]+)#`?/g, '`$1`')
    .replaceAll('\n', ' ');
}

function code(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? '' : `\`${text}\``;
}
