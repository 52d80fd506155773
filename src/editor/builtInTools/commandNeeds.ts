/** A command that names a sensitive file asks each time, as reading the file does. */
import type { ApprovalReason } from '../../protocol/index.ts';
import { sensitiveFilesNamed, type ApprovalNeed, type CommandLine } from '../../tools/index.ts';
import { readSetting } from '../settings/settings.ts';
import { holdsSecret } from './contentLook.ts';

export async function needToRun(line: CommandLine | undefined): Promise<ApprovalNeed> {
  const reasons = line ? await reasonsToRun(line) : [];
  return { kind: reasons.length > 0 ? 'always' : 'ask', reasons };
}

export async function reasonsToRun(line: CommandLine): Promise<readonly ApprovalReason[]> {
  const named = await sensitiveFilesNamed(line, {
    globs: readSetting('approval.sensitiveFiles'),
    holdsSecret,
  });
  return named.map(({ path, why }) => ({ kind: 'sensitiveFile', path, why, inCommand: true }));
}
