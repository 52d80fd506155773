/**
 * Finds the sensitive files that a command names: each is a reason to ask, as for reading it. One more reason says that
 * not all of its files could be seen.
 */
import type { ApprovalReason } from '../../protocol/index.ts';
import { sensitiveFilesNamed, type CommandLine } from '../../tools/index.ts';
import { readSetting } from '../settings/settings.ts';
import { holdsSecret } from './contentLook.ts';

export async function reasonsOfNamedFiles(line: CommandLine): Promise<readonly ApprovalReason[]> {
  const { files, isWhole } = await sensitiveFilesNamed(line, {
    globs: readSetting('approval.sensitiveFiles'),
    holdsSecret,
  });
  return [
    ...files.map(({ path, why }) => ({ kind: 'sensitiveFile', path, why, inCommand: true }) as const),
    ...(isWhole ? [] : [{ kind: 'unseenFiles' } as const]),
  ];
}
