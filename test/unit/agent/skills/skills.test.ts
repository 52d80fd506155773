/** Skills: which folders are some, what the model gets of them, and how one is loaded (features.md, E2). */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SKILLS, Skills, type SkillSource } from '../../../../src/agent/index.ts';
import { setTranslations } from '../../../../src/base/common/message.ts';
import { countText } from '../../../../src/agent/context/tokens.ts';
import { frontmatterOf } from '../../../../src/agent/skills/frontmatter.ts';
import { classifySensitive, Enablement } from '../../../../src/tools/index.ts';

const skillText = (name: string, description = `Does ${name}.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nDo ${name}.\n`;

describe('skills', () => {
  let root: string;
  let folders: { name: string; path: string }[];
  let sources: readonly SkillSource[];
  let enablement: Enablement;
  let changes: number;
  let skills: Skills;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-skills-')));
    folders = [{ name: 'shop', path: join(root, 'shop') }];
    await mkdir(join(root, 'shop'));
    sources = ['user', 'patchbay', 'agents', 'claude'];
    enablement = new Enablement({ get: () => undefined, set: () => undefined });
    changes = 0;
    skills = new Skills(
      () => ({
        sources: () => sources,
        folders: () => folders,
        userFolder: join(root, 'home'),
        isSensitive: (path) => classifySensitive(path) !== undefined,
      }),
      enablement,
    );
    skills.state.onDidChange(() => (changes += 1));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const path = join(root, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    await skills.reload();
  }
  const load = async (name: string, file?: string): Promise<{ status: string; text: string }> => {
    const { status, content } = await skills.tool.call(
      { name, ...(file !== undefined && { file }) },
      { signal: new AbortController().signal, onProgress: () => undefined, approved: [] },
    );
    const [part] = content;
    return { status, text: part?.type === 'text' ? part.text : '' };
  };
  const problems = (): Record<string, string> =>
    Object.fromEntries(
      skills.files.flatMap((each) => (each.kind === 'broken' ? [[each.name, each.problem]] : [])),
    );

  it('are found in four places, and of one name the user’s own counts', async () => {
    await write({
      'home/skills/pdf/SKILL.md': skillText('pdf'),
      'shop/.patchbay/skills/pdf/SKILL.md': skillText('pdf', 'Another.'),
      'shop/.patchbay/skills/deploy/SKILL.md': skillText('deploy'),
      'shop/.agents/skills/review/SKILL.md': skillText('review'),
      'shop/.claude/skills/release/SKILL.md': skillText('release'),
      'shop/.claude/skills/none/README.md': 'no skill',
    });
    assert.deepEqual(
      skills.enabled.map(({ name }) => name),
      ['pdf', 'deploy', 'review', 'release'],
    );
    assert.match(skills.catalog, /^Skills are folders[^\n]*:\n- pdf: Does pdf\.\n- deploy: Does deploy\./);
    assert.deepEqual(problems(), {
      pdf: `The name "pdf" is already used by ${join(root, 'home/skills/pdf/SKILL.md')}.`,
    });
    sources = ['claude'];
    await skills.reload();
    assert.deepEqual(
      skills.files.map(({ name }) => name),
      ['release'],
    );
  });

  it('of a workspace are not read before it is trusted', async () => {
    const workspace = folders;
    folders = [];
    await write({ 'shop/.agents/skills/review/SKILL.md': skillText('review') });
    assert.deepEqual(skills.files, []);
    folders = workspace;
    await skills.reload();
    assert.equal(skills.files.length, 1);
    assert.equal(changes, 1);
  });

  it('are switched off by name, and are read again when they have changed', async () => {
    await write({ 'home/skills/pdf/SKILL.md': skillText('pdf') });
    await skills.reload();
    assert.equal(changes, 1, 'told of once');
    await write({ 'home/skills/pdf/SKILL.md': skillText('pdf', 'Something much longer than before.') });
    assert.match(skills.catalog, /much longer/);
    enablement.set(SKILLS, ['pdf'], false);
    assert.equal(skills.catalog, '');
    assert.equal((await load('pdf')).status, 'error');
    assert.equal(await skills.inMessage('/pdf now'), undefined);
  });

  it('that are broken say why', async () => {
    await write({
      'home/skills/a/SKILL.md': 'No block.',
      'home/skills/b/SKILL.md': '---\nname: Not A Name\ndescription: x\n---\nDo it.',
      'home/skills/c/SKILL.md': '---\nname: c\n---\nDo it.',
      'home/skills/d/SKILL.md': '---\ndescription: Without a name, as its folder has one.\n---\nDo it.',
      'home/skills/e/SKILL.md': '---\nname: e\ndescription: x\n---\n',
      'home/skills/f/SKILL.md': 'bin\0ary',
      'elsewhere/g/SKILL.md': skillText('g'),
      'home/skills/h/other.md': skillText('h'),
      'home/skills/shared/other.md': skillText('h'),
    });
    if (process.platform !== 'win32') {
      await mkdir(join(root, 'shop/.agents/skills'), { recursive: true });
      await symlink(join(root, 'elsewhere/g'), join(root, 'shop/.agents/skills/g'));
      await symlink(join(root, 'home/skills/shared/other.md'), join(root, 'home/skills/h/SKILL.md'));
      await skills.reload();
    }
    assert.deepEqual(
      skills.enabled.map(({ name }) => name),
      ['d'],
    );
    assert.deepEqual(problems(), {
      a: 'SKILL.md does not begin with a block between two lines of "---".',
      b: 'The name can have up to 64 lowercase letters and digits, with single hyphens between them.',
      c: 'SKILL.md has no description.',
      e: 'SKILL.md has no instructions below its description.',
      f: 'Not read: the file is not a UTF-8 text file.',
      ...(process.platform !== 'win32' && {
        g: 'Not read: the file is a link to a location outside shop.',
        h: 'SKILL.md is a link to a file of another folder.',
      }),
    });
  });

  it('are found once if a folder of skills is a link to another', async function () {
    if (process.platform === 'win32') this.skip();
    await write({ 'shop/.agents/skills/review/SKILL.md': skillText('review') });
    await mkdir(join(root, 'shop/.claude'));
    await symlink(join(root, 'shop/.agents/skills'), join(root, 'shop/.claude/skills'));
    await skills.reload();
    assert.deepEqual(
      skills.files.map(({ kind, name }) => [kind, name]),
      [['skill', 'review']],
    );
  });

  it('of the user’s own may be links to elsewhere, such as dotfiles, but not to what may hold secrets', async function () {
    if (process.platform === 'win32') this.skip();
    await write({
      'dotfiles/pdf/SKILL.md': skillText('pdf'),
      'dotfiles/pdf/forms.md': 'Forms.',
      'home/.ssh/keys/SKILL.md': skillText('keys'),
      'home/skills/README.md': '',
    });
    await symlink(join(root, 'dotfiles/pdf'), join(root, 'home/skills/pdf'));
    await symlink(join(root, 'home/.ssh/keys'), join(root, 'home/skills/keys'));
    await skills.reload();
    assert.deepEqual(
      skills.enabled.map(({ name }) => name),
      ['pdf'],
    );
    assert.match(problems()['keys'] ?? '', /may contain secrets/);
    assert.deepEqual(await load('pdf', 'forms.md'), { status: 'success', text: 'Forms.' });
  });

  it('tell the model in English what is wrong, and mark what is a skill', async () => {
    await write({ 'home/skills/pdf/SKILL.md': skillText('pdf'), 'home/skills/pdf/.env': 'KEY=x' });
    const context = { signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
    assert.equal((await skills.tool.call({ name: 'pdf' }, context)).skill, 'pdf');
    assert.equal((await skills.tool.call({ name: 'pdf', file: 'SKILL.md' }, context)).skill, undefined);
    const english = 'Not read: the file may contain secrets (its name suggests so, or Git ignores it).';
    setTranslations({ [english]: 'Nicht gelesen.' });
    try {
      assert.deepEqual(await load('pdf', '.env'), { status: 'error', text: english });
    } finally {
      setTranslations({});
    }
  });

  it('take at most 3,000 tokens, a hundred of them as well as more with long names', async () => {
    const many = (count: number, name: (index: number) => string): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `home/skills/${name(index)}/SKILL.md`,
          skillText(name(index), 'Use it when the task has to do with this. '.repeat(20)),
        ]),
      );
    await write(many(100, (index) => `skill-${index}`));
    assert.ok(countText(skills.catalog) <= 3_000, String(countText(skills.catalog)));
    assert.equal(skills.catalog.split('\n- ').length, 101, 'each is named');
    assert.match(skills.catalog, /skill-99: Use it when/);
    await rm(join(root, 'home'), { recursive: true });
    await write(many(200, (index) => `${'q8-x7-'.repeat(10)}${index}`));
    assert.ok(countText(skills.catalog) <= 3_000);
    assert.match(skills.catalog, /\n- and \d+ more$/);
  });

  it('beyond two hundred of a folder are not looked at, which the row of the first of them says', async () => {
    const name = (index: number): string => `skill-${String(index).padStart(3, '0')}`;
    const many = Array.from({ length: 202 }, (_, index) => [
      `home/skills/${name(index)}/SKILL.md`,
      skillText(name(index)),
    ]);
    await write(Object.fromEntries(many));
    assert.equal(skills.enabled.length, 200);
    assert.deepEqual(problems(), {
      'skill-200': 'This skill and those after it are ignored: their folder has more than 200 entries.',
    });
  });

  it('are loaded with their folder and the names of their files, which are read one by one', async () => {
    await write({
      'home/skills/pdf/SKILL.md': skillText('pdf'),
      'home/skills/pdf/scripts/fill.py': 'print(1)',
      'home/skills/pdf/references/forms.md': 'Forms.',
      'home/skills/pdf/.env': 'KEY=secret',
      'home/secret.md': 'secret',
    });
    const { text } = await load('pdf');
    assert.match(text, /^The skill "pdf", in the folder .*pdf:\n/);
    assert.match(text, /references\/forms\.md, scripts\/fill\.py\./);
    assert.match(text, /\n\nDo pdf\.$/);
    assert.doesNotMatch(text, /description:|secret|\.env/);
    assert.deepEqual(await load('pdf', 'references/forms.md'), { status: 'success', text: 'Forms.' });
    for (const file of ['../../secret.md', join(root, 'home/secret.md'), '.env', 'gone.md', 'scripts']) {
      const { status, text: told } = await load('pdf', file);
      assert.equal(status, 'error', file);
      assert.doesNotMatch(told, /^secret|KEY/);
    }
    assert.match((await load('pfd')).text, /no skill with this name/);
  });

  it('are named by a message that begins with a slash and their name', async () => {
    await write({ 'home/skills/pdf/SKILL.md': skillText('pdf', 'a\u200Bb') });
    const named = await skills.inMessage('/pdf fill it in');
    assert.match(named?.text ?? '', /^The user wants you to use the skill "pdf"\.\nThe skill "pdf"/);
    assert.equal(named?.use.name, 'pdf/SKILL.md');
    assert.deepEqual([named.use.hidden, named.use.isSkill], [1, true]);
    // The model reads it without, whoever decides about the skill sees where it was.
    const [skill] = skills.enabled;
    assert.deepEqual([skill?.description, skill?.marked], ['ab', 'a<U+200B>b']);
    for (const text of ['/pdfs x', 'pdf', '/ pdf', '/pdf.x'])
      assert.equal(await skills.inMessage(text), undefined, text);
  });
});

describe('the block at the beginning of a SKILL.md', () => {
  const fields = (block: string): Record<string, string> =>
    Object.fromEntries(frontmatterOf(`---\n${block}\n---\nBody`)?.fields ?? []);

  it('is read as people write it', () => {
    assert.deepEqual(
      fields(
        "name: \"a-b\"\ndescription: Use this: when x\n  goes on\nlicense: 'It''s free' \nmetadata:\n  name: inner\n  version: 1 # c",
      ),
      {
        name: 'a-b',
        description: 'Use this: when x goes on',
        license: "It's free",
        metadata: 'name: inner version: 1',
      },
    );
    assert.deepEqual(fields('description: >-\n  One\n  two.\nname: |\n  a'), {
      description: 'One two.',
      name: 'a',
    });
    assert.deepEqual(fields('name: a # b\ndescription: "broken \\q"'), {
      name: 'a',
      description: 'broken \\q',
    });
  });

  it('is not found if it has no beginning or no end', () => {
    assert.equal(frontmatterOf('name: a'), undefined);
    assert.equal(frontmatterOf('---\nname: a'), undefined);
    assert.equal(frontmatterOf('---\r\nname: a\r\n---\r\nB')?.body, 'B');
  });
});
