import { t } from '@vscode/l10n';
import type { ApprovalReason, DataMark, FileRemoval, ProtectedKind, SensitiveKind } from './approval.ts';

export function describeReason(reason: ApprovalReason): string {
  switch (reason.kind) {
    case 'sensitiveFile':
      return `${touchOf(reason)} ${describeSensitive(reason.why)}`;
    case 'protectedFile':
      return `${removalOf(reason) ?? t('Changes {0}.', reason.path)} ${describeProtected(reason.why)}`;
    case 'wholeFolder':
      return describeFolder(reason);
    case 'remoteSchema':
      return t(
        'Changes {0} so that an editor that opens it sends a request to {1}.',
        reason.path,
        reason.url,
      );
    case 'refusedFile':
      return t('{0} cannot be changed by a tool.', reason.path);
    case 'unlistedResource':
      return t(
        '"{0}" does not list this resource: the model wrote the address, which is sent to the server. Address: {1}',
        reason.server,
        reason.uri,
      );
    case 'linkedFolder':
      return t('The folder of the call is a link. The command runs in {0}.', reason.path);
    case 'unseenFiles':
      return t(
        'The command is so long, or names so many files, that Patchbay could not see whether one of them contains secrets.',
      );
    case 'textCall':
      return t('The model wrote this call as text. It may be repeating something that it has read.');
    case 'dataFlow':
      return describeDataFlow(reason);
    case 'manyChoices':
      return t(
        'The model has read {0} resources of "{1}" in this conversation without approval. The choice and order of the resources can transmit text.',
        reason.count,
        reason.server,
      );
  }
}

function touchOf(reason: Extract<ApprovalReason, { kind: 'sensitiveFile' }>): string {
  if (reason.inCommand) return t('The command names {0}.', reason.path);
  return removalOf(reason) ?? t('Reads {0}.', reason.path);
}

function removalOf({
  does,
  path,
}: {
  readonly does?: FileRemoval | undefined;
  readonly path: string;
}): string | undefined {
  if (does === undefined) return undefined;
  return does === 'move' ? t('Moves {0}.', path) : t('Deletes {0}.', path);
}

function describeFolder({
  path,
  does,
  files,
  names,
}: Extract<ApprovalReason, { kind: 'wholeFolder' }>): string {
  const rest = files - names.length;
  const list = [...names, ...(rest > 0 ? [t('and {0} more', rest)] : [])].join(', ');
  if (files === 0)
    return does === 'move'
      ? t('Moves the empty folder {0}.', path)
      : t('Deletes the empty folder {0}.', path);
  return does === 'move'
    ? t('Moves the folder {0} and everything in it. Files: {1}', path, list)
    : t('Deletes the folder {0} and everything in it. Files: {1}', path, list);
}

function describeSensitive(why: SensitiveKind): string {
  switch (why) {
    case 'environment':
      return t('Such files often contain passwords and keys.');
    case 'key':
      return t('The name suggests a private key or a folder of keys.');
    case 'credentials':
      return t('Such files contain credentials.');
    case 'content':
      return t('The content looks like a password, a key or a token.');
    case 'ignored':
      return t('Git ignores the file, so it may contain private data.');
    case 'setting':
      return t('Matches "patchbay.approval.sensitiveFiles".');
  }
}

function describeProtected(why: ProtectedKind): string {
  switch (why) {
    case 'editor':
      return t('The editor applies this file: a change can run programs or send data elsewhere.');
    case 'git':
      return t('Git applies this file: a change can run programs.');
    case 'build':
      return t('Shells and builds run commands from this file.');
    case 'automation':
      return t('Services run commands from this file.');
    case 'agent':
      return t('Coding agents follow the instructions in this file.');
    case 'unknown':
      return t('The name suggests settings that a program may apply.');
    case 'otherName':
      return t('The same file has another name elsewhere, where the change appears too.');
    case 'home':
      return t('A link in your home folder leads to this file, and programs look for it there.');
    case 'unseenLinks':
      return t(
        'Patchbay could not look through all links of the workspace: this file may have another name that a program acts on.',
      );
    case 'setting':
      return t('Matches "patchbay.approval.protectedFiles".');
    case 'loaded':
      return t('Programs automatically load files with this name and run their content.');
    case 'ending':
      return t(
        'Patchbay does not know this file type, so saved permissions do not cover it. You can add its extension to the setting {0}.',
        'patchbay.approval.ordinaryFiles',
      );
    case 'noEnding':
      return t(
        'The file has no extension, so Patchbay cannot tell its purpose. Saved permissions do not cover this file.',
      );
    case 'format':
      return t('Files of this type often configure programs, so saved permissions do not cover this file.');
    case 'opened':
      return t('A new file of this kind can run scripts when it is opened or found by a program.');
    case 'executable':
      return t('The file is a program or script that can be run, so saved permissions do not cover it.');
    case 'toolFolder':
      return t(
        'The file is in a folder of programs, packages or build results, so saved permissions do not cover it.',
      );
    case 'configuration':
      return t(
        'The new file may be configuration: programs could find it by its name or folder and load it.',
      );
    case 'spelling':
      return t(
        'Some systems may read the file name as another name, so saved permissions do not cover the file.',
      );
  }
}

function describeDataFlow({
  marks,
  destination,
  isChoice,
}: Extract<ApprovalReason, { kind: 'dataFlow' }>): string {
  const named = (...kinds: readonly DataMark['kind'][]): string =>
    marks.flatMap((mark) => (kinds.includes(mark.kind) ? [nameOf(mark)] : [])).join(', ');
  const [secrets, others] = [named('secret'), named('outside', 'workspace')];
  const said =
    secrets === ''
      ? t(
          'The model has read content from {0} in this conversation. This call could send data to {1}.',
          others,
          destination,
        )
      : t(
          'The model has read {0} in this conversation. This call could send it to {1}.',
          secrets,
          destination,
        );
  return isChoice
    ? `${said} ${t('The choice of resources that the model reads there can transmit text.')}`
    : said;
}

function nameOf({ kind, source }: DataMark): string {
  if (source !== '') return source;
  return kind === 'workspace' ? t('your workspace') : t('an imported conversation');
}
