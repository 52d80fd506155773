import { t } from '@vscode/l10n';
import type { ApprovalReason, DataMark, ProtectedKind, SensitiveKind } from './approval.ts';

export function describeReason(reason: ApprovalReason): string {
  switch (reason.kind) {
    case 'sensitiveFile':
      return `${reason.inCommand ? t('The command names {0}.', reason.path) : t('Reads {0}.', reason.path)} ${describeSensitive(reason.why)}`;
    case 'protectedFile':
      return `${t('Changes {0}.', reason.path)} ${describeProtected(reason.why)}`;
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
    case 'textCall':
      return t('The model wrote this call into its text. It may only repeat what it has read somewhere.');
    case 'dataFlow':
      return describeDataFlow(reason.marks, reason.destination);
  }
}

function describeSensitive(why: SensitiveKind): string {
  switch (why) {
    case 'environment':
      return t('Such files often contain passwords and keys.');
    case 'key':
      return t('Its name suggests a private key or a folder of keys.');
    case 'credentials':
      return t('Such files contain credentials.');
    case 'content':
      return t('What is in it looks like a password, a key or a token.');
    case 'ignored':
      return t('Git ignores the file, so it may contain private data.');
    case 'setting':
      return t('Your settings name it as sensitive.');
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
      return t('Coding agents follow its instructions.');
    case 'unknown':
      return t('Its name suggests settings that a program may apply.');
    case 'otherName':
      return t('The same file has another name elsewhere, where the change appears too.');
    case 'setting':
      return t('Your settings name it as protected.');
  }
}

function describeDataFlow(marks: readonly DataMark[], destination: string): string {
  const named = (kind: DataMark['kind']): string =>
    marks.flatMap((mark) => (mark.kind === kind ? [mark.source] : [])).join(', ');
  const [secrets, outside] = [named('secret'), named('outside')];
  return secrets === ''
    ? t('This conversation contains content from {0}. This call can send data to {1}.', outside, destination)
    : t('This conversation has read {0}. This call can send data to {1}.', secrets, destination);
}
