/** Defects of permissions and of tools. */
import type { Defect } from '../defect.ts';

export const toolDefects: readonly Defect[] = [
  {
    id: 'fingerprint-not-compared',
    harm: 'A tool that has changed since it was allowed runs without a question.',
    file: 'src/tools/ruleMatching.ts',
    find: 'Object.hasOwn(fingerprints, tool.name) && fingerprints[tool.name] === fingerprintOf(tool);',
    replace: 'Object.hasOwn(fingerprints, tool.name);',
    foundBy: ['are asked for again when the tool says something else of itself, or its server is another'],
  },
  {
    id: 'permission-grows-with-server',
    harm: 'To allow one new tool allows all that its server has changed since.',
    file: 'src/tools/permission.ts',
    find: 'return before ? { ...before, ...shown } : siblings()[covers];',
    replace: 'return { ...before, ...siblings()[covers] };',
    foundBy: ['for every tool are added to by the tool that was asked about, and by no other'],
  },
  {
    id: 'permission-outlives-conversation',
    harm: 'What was allowed in one conversation runs in the next one without a question.',
    file: 'src/tools/permission.ts',
    find: '(rule) => (rule.conversation ?? conversation) === conversation && isAbout(rule, subject),',
    replace: '(rule) => isAbout(rule, subject),',
    foundBy: ['end with the conversation, the workspace, or never, as they were given'],
  },
  {
    id: 'revoked-permission-stays',
    harm: 'A permission that the user takes back still holds.',
    file: 'src/tools/permission.ts',
    find: 'this.change(rule.scope, (rules) => rules.filter((other) => !isSameSubject(other, rule)));',
    replace: 'this.change(rule.scope, (rules) => rules.filter((other) => other !== rule));',
    foundBy: ['are revoked one by one'],
  },
  {
    id: 'command-in-any-folder',
    harm: 'A command that was allowed in one folder runs in another one without a question.',
    file: 'src/tools/ruleMatching.ts',
    find: 'if (rule.command?.cwd !== command.cwd || !Object.hasOwn(fingerprints, tool.name)) return false;',
    replace: 'if (!rule.command || !Object.hasOwn(fingerprints, tool.name)) return false;',
    foundBy: ['are for the exact command in its folder'],
  },
  {
    id: 'secret-covered-by-permission',
    harm: 'After a secret was read, a tool that was allowed sends it out without a question.',
    file: 'src/tools/permission.ts',
    find: "if (isFromText || holdsSecret || need.kind === 'always') return ask(false, []);",
    replace: "if (isFromText || need.kind === 'always') return ask(false, []);",
    foundBy: ['offers no permission that lasts for such a call, and lets none be given'],
  },
  {
    id: 'own-content-not-told-apart',
    harm: 'The data-flow guard asks before every second call of the only server.',
    file: 'src/tools/dataFlow.ts',
    find: 'source !== to &&',
    replace: '',
    foundBy: ['asks with content of others for other remote servers alone, and not for an exact command'],
  },
  {
    id: 'switched-off-tool-on-again',
    harm: 'A tool that the user has switched off is on again in the next session.',
    file: 'src/tools/enablement.ts',
    find: 'disabled: read(preferences.get(KEY)),',
    replace: 'disabled: new Map(),',
    foundBy: ['survives the session'],
  },
];
