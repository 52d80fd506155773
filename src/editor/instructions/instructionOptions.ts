import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { InstructionOptions, OpeningOptions, SkillOptions } from '../../agent/index.ts';
import { classifySensitive } from '../../tools/index.ts';
import { localFolders } from '../customTools/folders.ts';
import { readSetting } from '../settings/settings.ts';
import { commands } from '../../contributions/index.ts';
import { openAsText } from '../builtInTools/openAsText.ts';
import { registerRowCommand } from '../ui/index.ts';
import { changedFiles } from './changedFiles.ts';

export const userFolder = join(homedir(), '.patchbay');

const shared = {
  folders: () =>
    vscode.workspace.isTrusted ? localFolders().map(({ name, uri }) => ({ name, path: uri.fsPath })) : [],
  userFolder,
  isSensitive: (path: string) =>
    classifySensitive(path, readSetting('approval.sensitiveFiles')) !== undefined,
};

export const instructionOptions: InstructionOptions = {
  ...shared,
  sources: () => readSetting('instructions.sources'),
};

export const openingOptions: OpeningOptions = { ...shared, now: () => new Date(), changedFiles };

export const skillOptions: SkillOptions = { ...shared, sources: () => readSetting('skills.sources') };

export function registerSkillCommands(): vscode.Disposable {
  return registerRowCommand(
    commands.openSkill,
    async (row?: { readonly skill?: { readonly file: string } }) => {
      if (row?.skill) await openAsText(vscode.Uri.file(row.skill.file));
    },
  );
}
