import type { Settings } from './setting.ts';

/** 0 stands for no limit, as a user turns a limit off without losing the entry. */
export const budgetSettings = {
  'budget.costPerResponse': {
    scope: 'application',
    type: 'number',
    default: 0,
    minimum: 0,
    markdownDescription: {
      en: 'Cost of a response in US dollars at which Patchbay pauses and asks whether to continue. `0` sets no limit. Unknown prices do not count. [Learn more](docs:guide/cost.md)',
      de: 'Kosten einer Antwort in US-Dollar, bei denen Patchbay pausiert und fragt, ob fortgefahren werden soll. `0` setzt kein Limit. Unbekannte Preise zählen nicht. [Weitere Informationen](docs:guide/cost.md)',
    },
  },

  'budget.tokensPerResponse': {
    scope: 'application',
    type: 'integer',
    default: 0,
    minimum: 0,
    markdownDescription: {
      en: 'Input and output tokens of a response at which Patchbay pauses and asks whether to continue. `0` sets no limit. [Learn more](docs:guide/cost.md)',
      de: 'Ein- und Ausgabetoken einer Antwort, bei denen Patchbay pausiert und fragt, ob fortgefahren werden soll. `0` setzt kein Limit. [Weitere Informationen](docs:guide/cost.md)',
    },
  },

  'budget.costPerDay': {
    scope: 'application',
    type: 'number',
    default: 0,
    minimum: 0,
    markdownDescription: {
      en: 'Cost per day in US dollars, across windows, at which Patchbay pauses and asks whether to continue. `0` sets no limit. Unknown prices do not count. [Learn more](docs:guide/cost.md)',
      de: 'Kosten pro Tag in US-Dollar, über alle Fenster, bei denen Patchbay pausiert und fragt, ob fortgefahren werden soll. `0` setzt kein Limit. Unbekannte Preise zählen nicht. [Weitere Informationen](docs:guide/cost.md)',
    },
  },

  'budget.tokensPerDay': {
    scope: 'application',
    type: 'integer',
    default: 0,
    minimum: 0,
    markdownDescription: {
      en: 'Input and output tokens per day, across windows, at which Patchbay pauses and asks whether to continue. `0` sets no limit. [Learn more](docs:guide/cost.md)',
      de: 'Ein- und Ausgabetoken pro Tag, über alle Fenster, bei denen Patchbay pausiert und fragt, ob fortgefahren werden soll. `0` setzt kein Limit. [Weitere Informationen](docs:guide/cost.md)',
    },
  },
} as const satisfies Settings;
