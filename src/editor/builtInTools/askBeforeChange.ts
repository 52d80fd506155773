/** Asks about a change that the user has accepted, if a program acts on the file by itself. */
import { basename, dirname } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { msg } from '../../base/common/message.ts';
import { describeReason } from '../../protocol/index.ts';
import { isUncovered, realTarget } from '../../tools/index.ts';
import { reasonsToChange } from './fileNeeds.ts';
import { showWarningMessage } from '../ui/index.ts';
import { fileLabel } from './labels.ts';
import { locateToChange, ToolProblem } from './paths.ts';
import { protectionOf, type Place } from './protection.ts';

/**
 * Returns whether the change may be made. Asks if the file is protected or the change names a remote schema.
 * @throws ToolProblem if nothing may change the file
 */
export async function askBeforeChange(
  file: vscode.Uri,
  before: string | undefined,
  after: string,
): Promise<boolean> {
  const place = vscode.workspace.getWorkspaceFolder(file)
    ? await locateToChange(file.fsPath)
    : await placeOutside(file);
  const reasons = await reasonsToChange(place, { before, after });
  // Reasons that only say that no permission covers a file are left out: the user has seen this change and wants it.
  const asking = reasons.filter(
    (reason) =>
      reason.kind !== 'sensitiveFile' && !(reason.kind === 'protectedFile' && isUncovered(reason.why)),
  );
  if (asking.length === 0) return true;
  const apply = t('Apply');
  const choice = await showWarningMessage(
    t('Apply the change to {0}?', place.label),
    { modal: true, detail: asking.map(describeReason).join('\n') },
    apply,
  );
  return choice === apply;
}

/** Returns the place of a file outside of the workspace, whose folder stands for the workspace folder. */
async function placeOutside(
  uri: vscode.Uri,
): Promise<Omit<Place, 'folder'> & { folder: vscode.WorkspaceFolder }> {
  const path = dirname(uri.fsPath);
  const real = await realTarget(uri.fsPath);
  const place = {
    uri,
    folder: { uri: vscode.Uri.file(path), name: basename(path), index: 0 },
    label: fileLabel(uri),
    real,
    realFolder: dirname(real),
  };
  if ((await protectionOf(place))?.kind === 'forbidden')
    throw new ToolProblem(
      msg('{0} belongs to Git. Only Git and the user may change files there.', place.label),
    );
  return place;
}
