/** The sensitive files that a command names, each a reason to ask as for reading it. */
import type { ApprovalReason } from '../../protocol/index.ts';
import { sensitiveFilesNamed, type CommandLine } from '../../tools/index.ts';
import { readSetting } from '../settings/settings.ts';
import { holdsSecret } from './contentLook.ts';

export async function reasonsOfNamedFiles(line: CommandLine): Promise<readonly ApprovalReason[]> {
  const named = await sensitiveFilesNamed(line, {
    globs: readSetting('approval.sensitiveFiles'),
    holdsSecret,
  });
  return named.map(({ path, why }) => ({ kind: 'sensitiveFile', path, why, inCommand: true }));
}
