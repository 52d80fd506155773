import * as vscode from 'vscode';
import { commands } from '../../contributions/index.ts';
import { openAsText } from '../builtInTools/openAsText.ts';

/** The row is of the tree of servers. */
export function registerSkillCommands(): vscode.Disposable {
  return vscode.commands.registerCommand(
    commands.openSkill,
    async (row?: { readonly skill?: { readonly file: string } }) => {
      if (row?.skill) await openAsText(vscode.Uri.file(row.skill.file));
    },
  );
}
