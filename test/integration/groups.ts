/**
 * The test files by the host that they share, in their order, by their names without `.test.ts`. The hosts run side by
 * side, because most of the time is spent on waiting for the editor, so the groups should take about the same time.
 */
export const groups: readonly (readonly string[])[] = [
  [
    'activation',
    'sharedState',
    'turnUndo',
    'checkpoints',
    'dayOfWork',
    'questions',
    'servers',
    'toolSets',
    'turn',
    'variables',
    'settingScopes',
    'fileSafety',
  ],
  [
    'nativeTools',
    'stepOrder',
    'tree',
    'linkedServers',
    'attachments',
    'customTools',
    'standIns',
    'pages',
    'settingsFile',
  ],
  [
    'foreignText',
    'encodings',
    'textSearch',
    'languageModels',
    'otherExtensions',
    'proxy',
    'heldFiles',
    'toolSearch',
    'conversationList',
    'quickPick',
    'signIn',
    'pasting',
    'moveAndDelete',
  ],
  // The only host with TypeScript's service, because it starts for each file of TypeScript.
  ['diagnostics'],
];
