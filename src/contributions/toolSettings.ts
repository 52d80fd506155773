import type { Settings } from './setting.ts';

export const toolSettings = {
  'tools.approval': {
    scope: 'application',
    type: 'string',
    enum: ['ask', 'changes', 'never'],
    default: 'ask',
    enumItemLabels: [
      { en: 'Ask', de: 'Fragen' },
      { en: 'Allow read-only tools', de: 'Nur-Lese-Tools erlauben' },
      { en: 'Allow all tools', de: 'Alle Tools erlauben' },
    ],
    enumDescriptions: [
      {
        en: 'A tool runs after you allow it: once, in this conversation, in this workspace, or always.',
        de: 'Ein Tool wird ausgeführt, nachdem Sie es erlaubt haben: einmal, in dieser Konversation, in diesem Arbeitsbereich oder immer.',
      },
      {
        en: 'Tools that the server marks as read-only run without approval. Patchbay does not verify this. Calls that always need approval still need it.',
        de: 'Tools, die der Server als nur lesend kennzeichnet, werden ohne Freigabe ausgeführt. Patchbay überprüft dies nicht. Aufrufe, die immer eine Freigabe brauchen, brauchen sie weiterhin.',
      },
      {
        en: 'Every enabled tool runs without approval, except for calls that always need it, such as those for sensitive and protected files, tool calls that the model writes as text, and calls that could send out data that was read. Use this only if you trust your servers and your model with everything on this machine.',
        de: 'Jedes aktivierte Tool wird ohne Freigabe ausgeführt. Ausgenommen sind Aufrufe, die immer eine Freigabe brauchen, etwa für vertrauliche und geschützte Dateien, Toolaufrufe, die das Modell als Text schreibt, und Aufrufe, die gelesene Daten weitergeben könnten. Verwenden Sie dies nur, wenn Sie Ihren Servern und Ihrem Modell alles auf diesem Computer anvertrauen.',
      },
    ],
    markdownDescription: {
      en: 'Controls when tools need your approval. To see saved permissions, run _Patchbay: Manage Tool Permissions_. [Learn more](docs:guide/approvals.md)',
      de: 'Steuert, wann Tools Ihre Freigabe brauchen. Gespeicherte Freigaben zeigt _Patchbay: Freigaben für Tools verwalten_. [Weitere Informationen](docs:guide/approvals.md)',
    },
  },

  'approval.freeTools': {
    scope: 'application',
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    markdownDescription: {
      en: 'Built-in tools that require approval although they normally run without it, such as `read_file`. Use `*` for all.',
      de: 'Integrierte Tools, die eine Freigabe erfordern, obwohl sie sonst ohne ausgeführt werden, etwa `read_file`. `*` steht für alle.',
    },
  },

  'approval.protectedFiles': {
    scope: 'application',
    type: 'array',
    items: { type: 'string' },
    default: [],
    markdownDescription: {
      en: 'Glob patterns of additional files that built-in tools may change only with your approval each time. They extend the built-in list of protected files. [Learn more](docs:guide/approvals.md)',
      de: 'Globmuster weiterer Dateien, die integrierte Tools jedes Mal nur mit Ihrer Freigabe ändern dürfen. Sie ergänzen die integrierte Liste geschützter Dateien. [Weitere Informationen](docs:guide/approvals.md)',
    },
  },

  'approval.sensitiveFiles': {
    scope: 'application',
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    markdownDescription: {
      en: 'Glob patterns of additional files that need your approval each time before they are read, such as `internal/**`. [Learn more](docs:guide/approvals.md)',
      de: 'Globmuster weiterer Dateien, die vor jedem Lesen Ihre Freigabe brauchen, etwa `internal/**`. [Weitere Informationen](docs:guide/approvals.md)',
    },
  },

  'approval.ordinaryFiles': {
    scope: 'application',
    type: 'array',
    items: { type: 'string' },
    default: [],
    markdownDescription: {
      en: 'Extensions (`.rpgle`) and glob patterns (`deploy/**`) of additional files that a saved permission to write covers. Protected files, programs and scripts still need approval. [Learn more](docs:guide/approvals.md)',
      de: 'Endungen (`.rpgle`) und Globmuster (`deploy/**`) weiterer Dateien, die gespeicherte Freigaben zum Schreiben abdecken. Ausgenommen sind geschützte Dateien, Programme und Skripte. [Weitere Informationen](docs:guide/approvals.md)',
    },
  },

  'approval.dataFlowGuard': {
    scope: 'application',
    type: 'string',
    enum: ['on', 'off'],
    default: 'on',
    enumItemLabels: [
      { en: 'On', de: 'Ein' },
      { en: 'Off', de: 'Aus' },
    ],
    enumDescriptions: [
      {
        en: 'Calls need approval, and show what the model has read and where the data could go.',
        de: 'Aufrufe brauchen eine Freigabe und zeigen, was das Modell gelesen hat und wohin die Daten gehen könnten.',
      },
      {
        en: 'Saved permissions apply regardless of what the model has read.',
        de: 'Gespeicherte Freigaben gelten unabhängig davon, was das Modell gelesen hat.',
      },
    ],
    markdownDescription: {
      en: 'Controls whether calls that can send data out need approval, despite saved permissions, after the model has read sensitive data or content from others. [Learn more](docs:guide/approvals.md)',
      de: 'Steuert, ob Aufrufe, die Daten nach außen senden können, trotz gespeicherter Freigaben eine brauchen, nachdem das Modell vertrauliche Daten oder fremde Inhalte gelesen hat. [Weitere Informationen](docs:guide/approvals.md)',
    },
  },

  'web.allowPrivateAddresses': {
    scope: 'application',
    type: 'boolean',
    default: false,
    markdownDescription: {
      en: 'Controls whether `fetch_page` can read pages on this machine and in private networks, such as `http://localhost:3000`. Each host still needs approval.',
      de: 'Steuert, ob `fetch_page` Seiten auf diesem Computer und in privaten Netzwerken lesen darf, etwa `http://localhost:3000`. Jeder Host braucht weiterhin eine Freigabe.',
    },
  },

  'tools.budget': {
    scope: 'application',
    type: 'integer',
    default: 5,
    minimum: 0,
    maximum: 100,
    markdownDescription: {
      en: 'Controls how much of the context window tool definitions may use, in percent. Above this, the model searches for tools. `0` always searches, `100` sends all that fit. [Learn more](docs:guide/tool-search.md)',
      de: 'Steuert, wie viel Prozent des Kontextfensters Tooldefinitionen belegen dürfen. Darüber sucht das Modell nach Tools. `0` sucht immer, `100` sendet alle, die passen. [Weitere Informationen](docs:guide/tool-search.md)',
    },
  },

  'tools.alwaysSend': {
    scope: 'application',
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    markdownDescription: {
      en: 'Servers and tools (`server/tool`) that are always sent to the model, even when it searches for the others.',
      de: 'Server und Tools (`server/tool`), die immer an das Modell gesendet werden, auch wenn es die übrigen sucht.',
    },
  },

  'tools.sets': {
    scope: 'window',
    restricted: true,
    type: 'object',
    default: {},
    additionalProperties: { type: 'array', items: { type: 'string' } },
    markdownDescription: {
      en: 'Tool sets by name. Each lists servers (`github`) and single tools (`github/search`). To create one, run _Patchbay: Save Selection as Tool Set_. [Learn more](docs:guide/tool-sets.md)',
      de: 'Toolsätze nach Namen. Jeder enthält Server (`github`) und einzelne Tools (`github/search`). Zum Erstellen führen Sie _Patchbay: Auswahl als Toolsatz speichern_ aus. [Weitere Informationen](docs:guide/tool-sets.md)',
    },
  },

  'tools.extensionTimeout': {
    scope: 'application',
    type: 'integer',
    default: 300,
    minimum: 1,
    maximum: 86400,
    markdownDescription: {
      en: 'Controls the time limit in seconds for calls to tools of other extensions, including their own dialogs.',
      de: 'Steuert das Zeitlimit in Sekunden für Aufrufe von Tools anderer Erweiterungen, einschließlich deren eigener Dialoge.',
    },
  },

  maxResultTokens: {
    scope: 'application',
    type: 'integer',
    default: 10000,
    minimum: 100,
    markdownDescription: {
      en: 'Controls the maximum tokens of a tool result sent to the model. The model can read the rest with `read_result`.',
      de: 'Steuert die maximale Tokenanzahl eines Toolergebnisses, die an das Modell gesendet wird. Den Rest kann das Modell mit `read_result` lesen.',
    },
  },
} as const satisfies Settings;
