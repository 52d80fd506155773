import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../engine.ts';
import { plainLabel } from '../base/common/text.ts';
import { commands } from '../contributions/index.ts';
import {
  isSetName,
  memberName,
  serverOfMember,
  setKey,
  type NamedToolSet,
  type ScopedToolSet,
} from '../tools/index.ts';
import { registerAlwaysSend } from './tree/serverCommands.ts';
import type { OpenChats } from './chat/openChats.ts';
import type { ChatViews } from './chatPage/views.ts';
import { toolCount } from './servers/serverLabels.ts';
import { readToolSets, writeToolSet } from './settings/settings.ts';
import { workspaceUri } from './settings/workspace.ts';
import { ownTitle, registerToolsPicker, selectTools } from './toolsPicker.ts';
import { membersOf } from './toolRows.ts';
import {
  separator,
  showErrorMessage,
  showInformationMessage,
  showInputBox,
  showQuickPick,
  showWarningMessage,
  type PickItem,
} from './ui/index.ts';

interface Parts {
  readonly engine: Engine;
  readonly chats: OpenChats;
  readonly views: Pick<ChatViews, 'active'>;
}

interface ActionItem extends PickItem {
  readonly run?: () => boolean | Promise<boolean>;
}

export function registerToolChoice(
  engine: () => Promise<Engine>,
  chats: OpenChats,
  views: Parts['views'],
): vscode.Disposable {
  const register = (
    id: string,
    run: (parts: Parts, ...args: readonly unknown[]) => unknown,
  ): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (...args: readonly unknown[]) =>
      run({ engine: await engine(), chats, views }, ...args),
    );
  return vscode.Disposable.from(
    registerToolsPicker(engine, () => views.active.openConversation),
    registerAlwaysSend(engine),
    register(commands.useToolSet, chooseSet),
    register(commands.saveToolSet, saveSet),
    register(commands.clearToolSet, clearSet),
  );
}

async function chooseSet(parts: Parts): Promise<boolean> {
  const { engine } = parts;
  const sets = readToolSets();
  const chosen = await showQuickPick<ActionItem>(
    [
      ...sets.map((set) => ({ ...rowOf(set, engine, parts), run: () => actOn(set, parts) })),
      {
        label: t('All tools'),
        icon: 'tools',
        description: t('no tool set'),
        run: () => useAllTools(parts),
      },
      separator(''),
      { label: t('Save Selection as Tool Set…'), icon: 'add', run: () => saveSet(parts, undefined) },
    ],
    {
      title: t('Patchbay: Tool Sets'),
      placeHolder:
        sets.length === 0
          ? t('There is no tool set yet. Save a selection of tools as one.')
          : t('Select a tool set to use or change'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  return (await chosen?.run?.()) ?? false;
}

function rowOf(set: ScopedToolSet, engine: Engine, { views }: Parts): ActionItem {
  const { toolSet } = views.active.shownConversation.conversation;
  const away = engine.awayIn(set);
  return {
    label: set.name,
    icon: 'layers',
    description: [
      toolCount(engine.toolsIn(set).size),
      ...(set.scope === 'workspace' ? [t('from this workspace')] : []),
      ...(toolSet === set.name ? [t('used in this conversation')] : []),
      ...(engine.toolSets.ofWorkspace === set.name ? [t('used in this workspace')] : []),
      ...(away.length > 0 ? [t('not connected: {0}', plainLabel(away.join(', '), 200) ?? '')] : []),
    ].join(' · '),
    detail: plainLabel(membersText(set, engine), 200) ?? t('empty'),
  };
}

function membersText({ members }: ScopedToolSet, engine: Engine): string {
  const shown = members.slice(0, 100).map((member) => {
    const server = serverOfMember(member);
    return `${ownTitle(server, engine) ?? server}${member.slice(server.length)}`;
  });
  return shown.join(', ');
}

async function actOn(set: ScopedToolSet, parts: Parts): Promise<boolean> {
  const { name } = set;
  const chosen = await showQuickPick<ActionItem>(
    [
      {
        label: t('Use in This Conversation'),
        icon: 'comment',
        run: () => useInConversation(parts, name),
      },
      { label: t('Use in This Workspace'), icon: 'folder', run: () => useInWorkspace(parts, name) },
      separator(''),
      { label: t('Change Tools…'), icon: 'edit', run: () => changeSet(set, parts) },
      { label: t('Rename…'), icon: 'symbol-string', run: () => renameSet(set, parts) },
      { label: t('Delete'), icon: 'trash', run: () => deleteSet(set, parts) },
    ],
    { title: t('Patchbay: Tool Set "{0}"', name) },
  );
  return (await chosen?.run?.()) ?? false;
}

function useInConversation({ views }: Parts, name: string | undefined): boolean {
  if (views.active.isReadOnly) {
    void showInformationMessage(
      t('The conversation is open in another window. Close it there, or continue there.'),
    );
    return false;
  }
  views.active.useToolSet(name);
  return true;
}

function useInWorkspace({ engine, views }: Parts, name: string | undefined): boolean {
  engine.toolSets.useInWorkspace(name);
  // A set that was chosen for the conversation would take precedence over the workspace's set.
  if (!views.active.isReadOnly) views.active.useToolSet(undefined);
  return true;
}

async function useAllTools(parts: Parts): Promise<boolean> {
  if (parts.engine.toolSets.ofWorkspace === undefined) return useInConversation(parts, undefined);
  const chosen = await showQuickPick<ActionItem>(
    [
      { label: t('Use in This Conversation'), icon: 'comment', run: () => useInConversation(parts, '') },
      { label: t('Use in This Workspace'), icon: 'folder', run: () => useInWorkspace(parts, undefined) },
    ],
    { title: t('Patchbay: All Tools') },
  );
  return (await chosen?.run?.()) ?? false;
}

function clearSet(parts: Parts): void {
  const { engine, views } = parts;
  const { toolSets } = engine;
  const { conversation } = views.active.shownConversation;
  if (!toolSets.of(conversation))
    return void showInformationMessage(t('No tool set is used in this conversation.'));
  useInConversation(parts, toolSets.ofWorkspace === undefined ? undefined : '');
}

async function saveSet(parts: Parts, given: unknown): Promise<boolean> {
  const { engine } = parts;
  const members = isMembers(given)
    ? given
    : await selectMembers(engine, t('Patchbay: Select the Tools of the Set'), ({ isOn }) => isOn);
  if (!members) return false;
  if (members.length === 0) {
    void showWarningMessage(t('Nothing was saved: select at least one tool for the tool set.'));
    return false;
  }
  const name = await askName(t('Patchbay: Save Tool Set'), '');
  if (name === undefined) return false;
  const scope = await askScope();
  if (scope === undefined || !(await writeSet(scope, { name, members }))) return false;
  const count = toolCount(engine.toolsIn({ name, members }).size);
  const use = t('Use in This Conversation');
  void showInformationMessage(t('Tool set "{0}" was saved: {1}.', name, count), use).then((pressed) => {
    if (pressed === use) useInConversation(parts, name);
  });
  return true;
}

function isMembers(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

async function selectMembers(
  engine: Engine,
  title: string,
  isMarked: Parameters<typeof selectTools>[1]['isMarked'],
): Promise<readonly string[] | undefined> {
  const selected = await selectTools(engine, { titleOf: () => title, isMarked });
  return selected && membersOf(selected.groups, selected.marked);
}

async function changeSet(set: ScopedToolSet, parts: Parts): Promise<boolean> {
  const { engine } = parts;
  const known = new Set(set.members);
  const shown = new Set(
    engine.tools.switchable.flatMap(({ source, tool }) => [source, memberName(source, tool.name)]),
  );
  const selected = await selectMembers(
    engine,
    t('Patchbay: Select the Tools of "{0}"', set.name),
    ({ source, tool }) => known.has(source) || known.has(memberName(source, tool.name)),
  );
  if (!selected) return false;
  // Members whose tools are not available were not listed, so the user cannot have unmarked them.
  const members = [...set.members.filter((member) => !shown.has(member)), ...selected];
  return writeSet(set.scope, { name: set.name, members });
}

async function renameSet(set: ScopedToolSet, parts: Parts): Promise<boolean> {
  const name = await askName(t('Patchbay: Rename Tool Set'), set.name);
  if (name === undefined || name === set.name) return name !== undefined;
  if (!(await writeSet(set.scope, { name, members: set.members }, set.name))) return false;
  follow(parts, set.name, name);
  return true;
}

async function deleteSet(set: ScopedToolSet, parts: Parts): Promise<boolean> {
  const confirm = t('Delete');
  const pressed = await showWarningMessage(
    t('Delete the tool set "{0}"?', set.name),
    {
      modal: true,
      detail:
        set.scope === 'workspace'
          ? t(
              'The tool set is removed from the settings of this workspace, for everyone who uses the workspace. Open conversations that use it get all tools again.',
            )
          : t(
              'The tool set is removed from your settings. Open conversations that use it get all tools again.',
            ),
    },
    confirm,
  );
  if (pressed !== confirm || !(await writeSet(set.scope, undefined, set.name))) return false;
  follow(parts, set.name, undefined);
  return true;
}

/** Returns whether the set was written. If it was not, the user is told why. */
async function writeSet(
  scope: ScopedToolSet['scope'],
  set: NamedToolSet | undefined,
  before = set?.name ?? '',
): Promise<boolean> {
  try {
    await writeToolSet(scope, set, before);
    return true;
  } catch (error) {
    const why = (error as Error).message;
    void showErrorMessage(
      set
        ? t('The tool set "{0}" could not be saved: {1}', set.name, why)
        : t('The tool set "{0}" could not be deleted: {1}', before, why),
    );
    return false;
  }
}

/**
 * Renames the set in the workspace and in open conversations that use it, or takes it from them if `now` is undefined.
 * Conversations that are not open keep the old name, and say that the set is gone.
 */
function follow({ engine, chats }: Parts, before: string, now: string | undefined): void {
  const { toolSets } = engine;
  if (toolSets.ofWorkspace === before) toolSets.useInWorkspace(now);
  for (const { open } of chats.sessions) if (open.conversation.toolSet === before) open.useToolSet(now);
}

async function askName(title: string, value: string): Promise<string | undefined> {
  const taken = new Set(readToolSets().map(({ name }) => setKey(name)));
  taken.delete(setKey(value));
  const name = await showInputBox({
    title,
    value,
    prompt: t('The name of the tool set, as in "@name" in the chat'),
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (taken.has(setKey(text.trim()))) return t('A tool set of this name already exists.');
      return isSetName(text.trim())
        ? undefined
        : t('Enter a name of up to 60 letters, digits, spaces and "._-".');
    },
  });
  return name?.trim();
}

async function askScope(): Promise<ScopedToolSet['scope'] | undefined> {
  if (workspaceUri() === '' || !vscode.workspace.isTrusted) return 'user';
  const chosen = await showQuickPick(
    [
      { label: t('For You'), icon: 'account', description: t('user settings'), scope: 'user' as const },
      {
        label: t('For Everyone in This Workspace'),
        icon: 'organization',
        description: t('settings of the workspace'),
        scope: 'workspace' as const,
      },
    ],
    { title: t('Patchbay: Save Tool Set'), ignoreFocusOut: true },
  );
  return chosen?.scope;
}
