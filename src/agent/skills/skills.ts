/**
 * Finds and loads skills: folders with a SKILL.md. The model gets their names and descriptions, and loads a skill when
 * it needs it.
 */
import { t } from '@vscode/l10n';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { derived, sameItems, observableValue, type Observable } from '../../base/common/observable.ts';
import { markedText, plainLabel, truncate } from '../../base/common/text.ts';
import type { InstructionUse } from '../../protocol/index.ts';
import {
  failedResult,
  GitIgnore,
  isInside,
  nearest,
  ownTool,
  textContent,
  type Enablement,
  type Tool,
} from '../../tools/index.ts';
import { countText, countUpTo } from '../context/tokens.ts';
import { hiddenCount } from '../instructions/instructions.ts';
import { readInside, type ReadableFolder } from '../instructions/readInside.ts';
import { frontmatterOf } from './frontmatter.ts';

export const LOAD_SKILL = 'load_skill';

/** Name that stands in place of a server's for the switches of skills. It has a blank, which no server's name has. */
export const SKILLS = 'agent skills';

/** Places of skills: the user's own folder, and folders of a workspace such as `.patchbay/skills`. */
export type SkillSource = 'user' | 'patchbay' | 'agents' | 'claude';

export interface SkillOptions {
  readonly sources: () => readonly SkillSource[];
  /** Returns the local folders of the workspace, and none before it is trusted. */
  readonly folders: () => readonly { readonly name: string; readonly path: string }[];
  readonly userFolder: string;
  readonly isSensitive: (path: string) => boolean;
}

/** A skill that can be loaded. `file` is the real path of its SKILL.md. */
export interface Skill {
  readonly kind: 'skill';
  readonly file: string;
  readonly name: string;
  readonly description: string;
  /** The description as it is written, with numbers in place of invisible characters. */
  readonly marked: string;
  /** Tokens that its line in the list of skills takes in each request. */
  readonly tokens: number;
  readonly bodyTokens: number;
  /** Number of invisible characters in its text. */
  readonly hidden: number;
}

export type SkillFile =
  | Skill
  | { readonly kind: 'broken'; readonly file: string; readonly name: string; readonly problem: string };

/** Most entries of a folder of skills that are looked at. */
const MAX_FOLDERS = 200;
/** Limits that the specification sets: the form of a name, and the characters of a description. */
const NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_DESCRIPTION = 1_024;
/** Most tokens of the list of all names and descriptions. */
const MAX_CATALOG = 3_000;
/** Characters to which each description is shortened, tried in this order until the list fits. */
const SHORTER = [MAX_DESCRIPTION, 500, 250, 120, 60, 30, 0];
const MAX_LISTED = 50;
const MAX_DEPTH = 3;

const CATALOG =
  'Skills are folders with instructions for particular tasks. When a task fits one of these, load it with load_skill before you begin:';

interface Place {
  readonly path: string;
  readonly within: ReadableFolder;
}

export class Skills {
  private readonly options: () => SkillOptions;
  private readonly found = observableValue<readonly SkillFile[]>([], isDeepStrictEqual);
  /** All skills that were found, whether or not they are switched on. */
  readonly state: Observable<readonly SkillFile[]> = this.found;
  private readonly enabledSkills: Observable<readonly Skill[]>;
  private readonly list: Observable<SkillList>;
  readonly tool: Tool;
  /** The tool, while there are skills to load. */
  readonly source: Observable<readonly Tool[]>;
  private readonly known: KnownFiles = new Map();
  private reloading: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(options: () => SkillOptions, enablement: Pick<Enablement, 'isEnabled' | 'state'>) {
    this.options = options;
    this.enabledSkills = derived((read) => {
      read(enablement.state);
      return read(this.found).filter(
        (each): each is Skill => each.kind === 'skill' && enablement.isEnabled(SKILLS, each.name),
      );
    }, sameItems);
    this.list = derived((read) => listOf(read(this.enabledSkills)));
    const tool = (this.tool = this.loadTool());
    this.source = derived((read) => (read(this.enabledSkills).length > 0 ? [tool] : []), sameItems);
  }

  get files(): readonly SkillFile[] {
    return this.found.get();
  }

  get enabled(): readonly Skill[] {
    return this.enabledSkills.get();
  }

  /** The list of skills for the system message. */
  get catalog(): string {
    return this.list.get().text;
  }

  get catalogIsCut(): boolean {
    return this.list.get().isCut;
  }

  /** Reads the skills again, as they are now. Never rejects. */
  reload(): Promise<void> {
    this.next ??= this.reloading.then(() => {
      this.next = undefined;
      return (this.reloading = this.readFolders().catch(() => undefined));
    });
    return this.next;
  }

  /** Loads the skill that a message such as `/name …` names. Returns undefined if it names no skill that is on. */
  async inMessage(
    text: string,
  ): Promise<{ readonly name: string; readonly text: string; readonly use: InstructionUse } | undefined> {
    const name = /^\/([a-z0-9-]+)(?=\s|$)/.exec(text)?.[1];
    if (name === undefined) return undefined;
    await this.reload();
    const skill = this.enabled.find((each) => each.name === name);
    const loaded = skill && (await this.load(skill));
    if (!skill || loaded === undefined) return undefined;
    const { file: path, hidden } = skill;
    const tokens = countText(loaded);
    return {
      name,
      text: `The user wants you to use the skill "${name}".\n${loaded}`,
      use: {
        name: `${name}/SKILL.md`,
        path,
        tokens,
        hidden: hidden > 0 ? hidden : undefined,
        isSkill: true,
        notes: [],
      },
    };
  }

  private async readFolders(): Promise<void> {
    const places = await this.places();
    const files = new Set<string>();
    const found = (await Promise.all(places.map((place) => skillsIn(place, this.known))))
      .flat()
      .filter(({ file }) => {
        // The same skill can be found twice, because one folder of skills may be a link to another.
        const isNew = !files.has(file);
        files.add(file);
        return isNew;
      });
    const owners = new Map<string, string>();
    const judged = found.map((each): SkillFile => {
      if (each.kind === 'broken') return each;
      const owner = owners.get(each.name);
      if (owner !== undefined) {
        const problem = t('The name "{0}" is already used by {1}.', each.name, owner);
        return { kind: 'broken', file: each.file, name: each.name, problem };
      }
      owners.set(each.name, each.file);
      return each;
    });
    this.found.set(judged);
  }

  /** Returns the folders of skills. The user's own come first, because of two skills with one name the first counts. */
  private async places(): Promise<readonly Place[]> {
    const { sources, folders, userFolder, isSensitive } = this.options();
    const on = new Set(sources());
    const real = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);
    const mine = on.has('user') ? await real(join(userFolder, 'skills')) : undefined;
    const names = (['patchbay', 'agents', 'claude'] as const).filter((name) => on.has(name));
    const theirs = await Promise.all(
      folders().map(async ({ name, path }): Promise<Place[]> => {
        const root = await real(path);
        if (root === undefined) return [];
        const within = { real: root, label: `${name}/`, isSensitive };
        return names.map((each) => ({ path: join(root, `.${each}`, 'skills'), within }));
      }),
    );
    const ofUser: Place[] =
      mine === undefined
        ? []
        : [{ path: mine, within: { real: mine, isOwn: true, label: '~/.patchbay/skills/', isSensitive } }];
    // The user's folder could be found twice, because the home folder may be open as a workspace.
    return [...ofUser, ...theirs.flat().filter(({ path }) => path !== mine)];
  }

  /** Returns a skill as the model gets it, or undefined if it can no longer be read. */
  private async load({ name, file }: Skill): Promise<string | undefined> {
    const folder = dirname(file);
    const read = await readInside(file, {
      folder: this.within(folder),
      ignored: new GitIgnore(folder),
      isImport: false,
    });
    const parts = read && read.problem === undefined ? frontmatterOf(read.text) : undefined;
    if (!parts) return undefined;
    const files = await listed(folder);
    const others =
      files.length === 0
        ? []
        : [
            `Its other files, which ${LOAD_SKILL} reads: ${files.join(', ')}.`,
            'Its scripts run only by run_command, where there is that tool; nothing here allows a call.',
          ];
    return [`The skill "${name}", in the folder ${folder}:`, ...others, '', parts.body].join('\n');
  }

  private within(real: string): ReadableFolder {
    return { real, label: `${basename(real)}/`, isSensitive: this.options().isSensitive };
  }

  private loadTool(): Tool {
    return ownTool(
      {
        name: LOAD_SKILL,
        title: t('Load skill'),
        description:
          'Loads a skill: its instructions, and the names of its files. With "file" it reads one of these.',
        inputSchema: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'Of the skill.' },
            file: { type: 'string', description: 'Relative to its folder; without it SKILL.md.' },
          },
          required: ['name'],
        },
        hints: { readOnly: true },
        permission: 'free',
      },
      async ({ name, file }) => {
        const skills = this.enabled;
        const skill = skills.find((each) => each.name === name);
        if (!skill) {
          const near = nearest(String(name), skills, 5).map((each) => each.name);
          return failedResult(
            `There is no skill with this name that is switched on.${near.length > 0 ? ` Similar names: ${near.join(', ')}.` : ''}`,
          );
        }
        if (typeof file !== 'string') {
          const text = await this.load(skill);
          return text === undefined
            ? failedResult('The skill can no longer be read.')
            : { status: 'success', content: textContent(text), skill: skill.name };
        }
        const folder = dirname(skill.file);
        const path = resolve(folder, file);
        if (!isInside(path, folder)) return failedResult('It is outside of the folder of the skill.');
        const read = await readInside(path, {
          folder: this.within(folder),
          ignored: new GitIgnore(folder),
          isImport: true,
        });
        if (read?.problem !== undefined) return failedResult(read.problem.english);
        return read
          ? { status: 'success', content: textContent(read.text) }
          : failedResult('The skill has no such file.');
      },
    );
  }
}

interface SkillList {
  readonly text: string;
  readonly isCut: boolean;
}

function listOf(skills: readonly Skill[]): SkillList {
  const text = boundedList(skills);
  const whole = [CATALOG, ...skills.map((skill) => lineOf(skill, MAX_DESCRIPTION))].join('\n');
  return { text, isCut: skills.length > 0 && text !== whole };
}

function boundedList(skills: readonly Skill[]): string {
  if (skills.length === 0) return '';
  for (const max of SHORTER) {
    const text = [CATALOG, ...skills.map((skill) => lineOf(skill, max))].join('\n');
    if (countUpTo(text, MAX_CATALOG) <= MAX_CATALOG) return text;
  }
  const lines = skills.map((skill) => lineOf(skill, 0));
  let count = lines.length;
  const made = (): string =>
    [CATALOG, ...lines.slice(0, count), `- and ${lines.length - count} more`].join('\n');
  while (countUpTo(made(), MAX_CATALOG) > MAX_CATALOG) count = Math.floor(count * 0.9);
  return made();
}

function lineOf({ name, description }: Pick<Skill, 'name' | 'description'>, max: number): string {
  return max === 0 ? `- ${name}` : `- ${name}: ${truncate(description, max)}`;
}

/** Read files by path, with the state of the file at that time, so that an unchanged file is not read again. */
type KnownFiles = Map<string, { readonly state: string; readonly read: SkillFile | undefined }>;

async function skillsIn({ path, within }: Place, known: KnownFiles): Promise<SkillFile[]> {
  const all = (await readdir(path).catch((): string[] => [])).toSorted();
  const names = all.slice(0, MAX_FOLDERS);
  const next = all[MAX_FOLDERS];
  const found = await Promise.all(
    names.map(async (name) => {
      const folder = join(path, name);
      const file = join(folder, 'SKILL.md');
      const stats = await stat(file).catch(() => undefined);
      if (!stats) return undefined;
      const { dev, ino, size, mtimeMs, ctimeMs } = stats;
      const state = [dev, ino, size, mtimeMs, ctimeMs].join(' ');
      const before = known.get(file);
      if (before?.state === state) return before.read;
      const read = await skillIn(folder, within);
      known.set(file, { state, read });
      return read;
    }),
  );
  const skills = found.flatMap((each) => each ?? []);
  if (next === undefined) return skills;
  const problem = t(
    'This skill and those after it are ignored: their folder has more than {0} entries.',
    MAX_FOLDERS,
  );
  const name = plainLabel(next, 100) ?? 'SKILL.md';
  return [...skills, { kind: 'broken', file: join(path, next, 'SKILL.md'), name, problem }];
}

/** Reads the skill of a folder, or returns undefined if the folder has no SKILL.md. */
async function skillIn(folder: string, within: ReadableFolder): Promise<SkillFile | undefined> {
  const read = await readInside(join(folder, 'SKILL.md'), {
    folder: within,
    ignored: new GitIgnore(within.real),
    isImport: false,
  });
  if (!read) return undefined;
  const { path: file } = read;
  const shown = plainLabel(basename(folder), 100) ?? 'SKILL.md';
  const broken = (problem: string): SkillFile => ({ kind: 'broken', file, name: shown, problem });
  if (read.problem !== undefined) return broken(read.problem.localized);
  if (dirname(file) !== (await realpath(folder)))
    return broken(t('SKILL.md is a link to a file of another folder.'));
  const parts = frontmatterOf(read.text);
  if (!parts) return broken(t('SKILL.md does not begin with a block between two lines of "---".'));
  const name = parts.fields.get('name') ?? basename(folder);
  if (!NAME.test(name))
    return broken(
      t('The name can have up to 64 lowercase letters and digits, with single hyphens between them.'),
    );
  const description = plainLabel(parts.fields.get('description'), MAX_DESCRIPTION);
  if (description === undefined) return broken(t('SKILL.md has no description.'));
  if (parts.body === '') return broken(t('SKILL.md has no instructions below its description.'));
  return {
    kind: 'skill',
    file,
    name,
    description,
    marked: markedText(parts.fields.get('description'), MAX_DESCRIPTION) ?? description,
    tokens: countText(lineOf({ name, description }, MAX_DESCRIPTION)),
    bodyTokens: countText(parts.body),
    hidden: hiddenCount(read.text),
  };
}

async function listed(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  const add = async (way: string, depth: number): Promise<void> => {
    const entries = await readdir(join(folder, way), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
      const path = way === '' ? entry.name : `${way}/${entry.name}`;
      if (names.length >= MAX_LISTED || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      // oxlint-disable-next-line no-await-in-loop -- until there are enough
      if (entry.isDirectory() && depth < MAX_DEPTH) await add(path, depth + 1);
      else if (entry.isFile() && path !== 'SKILL.md') names.push(plainLabel(path, 200) ?? '');
    }
  };
  await add('', 1);
  return names;
}
