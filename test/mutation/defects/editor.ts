/** Defects of what stands between the core and the pages: chat sessions, approvals, changed files. */
import type { Defect } from '../defect.ts';

export const editorDefects: readonly Defect[] = [
  {
    id: 'queue-goes-on-after-stop',
    harm: 'Stop sends the message that waited.',
    file: 'src/editor/chat/chatSession.ts',
    find: `    this.turn.abort.abort(new Error('Stopped by the user.'));
    this.queue.hold();`,
    replace: "    this.turn.abort.abort(new Error('Stopped by the user.'));",
    foundBy: ['holds them back after a stop, but sends what is written after it'],
  },
  {
    id: 'patches-of-hidden-conversation',
    harm: 'The answer in one conversation disturbs the one that is shown.',
    file: 'src/editor/chat/controller.ts',
    find: 'if (this.session?.id === conversation)\n          this.clients.post(',
    replace: 'this.clients.post(',
    foundBy: ['lets the running turn go on when a new chat begins, and shows it again as it is by then'],
  },
  {
    id: 'edited-call-asks-for-less',
    harm: 'Edited arguments reach a file that the approval has not shown.',
    file: 'src/editor/chat/approvals.ts',
    find: "if (edited && asksForMore(call.approval, asked.approval, scope !== 'once')) {",
    replace: "if (edited && scope !== 'once' && asksForMore(call.approval, asked.approval, true)) {",
    foundBy: ['say it, and wait on, when the edited arguments ask for more than was shown'],
  },
  {
    id: 'lasting-permission-asked-again',
    harm: 'The other calls of the step ask although the user has allowed the tool.',
    file: 'src/editor/chat/approvals.ts',
    find: "await this.release('permission');",
    replace: '',
    foundBy: ['let the others go that the same answer covers'],
  },
  {
    id: 'partial-snapshot-silent',
    harm: 'Files that a turn has changed beyond the bounds of the snapshot look unchanged.',
    file: 'src/editor/builtInTools/fileChanges.ts',
    find: 'if (changed.length === 0 && !notCompared) return undefined;',
    replace: 'if (changed.length === 0) return undefined;',
    foundBy: ['say what was not compared, also where no other change was found'],
  },
  {
    id: 'undo-over-own-change',
    harm: 'Undo of a turn takes away what the user has written in between.',
    file: 'src/editor/builtInTools/fileChanges.ts',
    find: "known && known.after !== edit.before ? 'mixed' : (known?.standing ?? 'made')",
    replace: "known?.standing ?? 'made'",
    foundBy: ['are mixed where others changed the file in between, also if it came out the same'],
  },
  {
    id: 'link-in-notification',
    harm: 'The name of a tool becomes a link in a notification that runs a command.',
    file: 'src/editor/ui/inert.ts',
    find: ".replaceAll('](', '] (')",
    replace: ".replace('](', '] (')",
    foundBy: ['has no link and no icon, whatever it is made of'],
  },
  {
    id: 'sign-in-answered-twice',
    harm: 'A second visit of the page disturbs a sign-in.',
    file: 'src/editor/auth/callbacks.ts',
    find: `      this.waiting.set(state, (query) => {
        end();`,
    replace: '      this.waiting.set(state, (query) => {',
    foundBy: ['take an answer once'],
  },

  {
    id: 'changed-definition-starts',
    harm: 'A workspace exchanges the command of a server that the user has allowed.',
    file: 'src/editor/servers/confirmations.ts',
    find: "if (!isSame(known.asked, askedBy(definition))) return { kind: 'changed', before: known.asked };",
    replace: '',
    foundBy: ['start with what was granted, and a change of the definition takes it back'],
  },
  {
    id: 'secret-answer-shown-again',
    harm: 'The chat shows the password that the user has given to a server.',
    file: 'src/agent/elicitation/answerCheck.ts',
    find: "if (field.kind === 'text' && field.secret) return '••••••';",
    replace: '',
    foundBy: ['does not show secrets again'],
  },
  {
    id: 'workspace-decides-users-setting',
    harm: 'A workspace switches approvals off, or sends the conversation elsewhere.',
    file: 'src/contributions/settingValue.ts',
    find: "if (settings[name].scope === 'window') return",
    replace: "if (settings[name].scope !== 'machine') return",
    foundBy: ['hold whatever the editor makes of them: only what a workspace may decide is taken from it'],
  },
  {
    id: 'setting-out-of-bounds',
    harm: 'A workspace lets a turn wait for its servers without end.',
    file: 'src/contributions/settingValue.ts',
    find: 'return Math.min(maximum, Math.max(minimum, whole));',
    replace: 'return maximum < minimum ? undefined : Math.max(minimum, whole);',
    foundBy: ['is within its bounds, and whole where it has to be'],
  },
];
