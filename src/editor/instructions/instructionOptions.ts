import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { InstructionOptions } from '../../agent/index.ts';
import { classifySensitive } from '../../tools/index.ts';
import { localFolders } from '../customTools/folders.ts';
import { readSetting } from '../settings/settings.ts';

export const userFolder = join(homedir(), '.patchbay');

export const instructionOptions: InstructionOptions = {
  sources: () => readSetting('instructions.sources'),
  folders: () =>
    vscode.workspace.isTrusted ? localFolders().map(({ name, uri }) => ({ name, path: uri.fsPath })) : [],
  userFolder,
  isSensitive: (path) => classifySensitive(path, readSetting('approval.sensitiveFiles')) !== undefined,
};
