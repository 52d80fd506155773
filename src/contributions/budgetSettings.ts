import type { Settings } from './setting.ts';

/** 0 stands for no limit, as a user turns a limit off without losing the entry. */
export const budgetSettings = {
  'budget.costPerResponse': {
    scope: 'application',
    type: 'number',
    default: 0,
    minimum: 0,
    markdownDescription: {
      en: 'Cost in US dollars at which a response pauses and asks. `0` sets no limit. Requests without a known price do not count.',
      de: 'Kosten in US-Dollar, bei denen eine Antwort anhält und fragt. `0` setzt kein Limit. Anfragen ohne bekannten Preis zählen nicht.',
    },
  },

  'budget.tokensPerResponse': {
    scope: 'application',
    type: 'integer',
    default: 0,
    minimum: 0,
    markdownDescription: {
      en: 'Number of input and output tokens at which a response pauses and asks. `0` sets no limit.',
      de: 'Anzahl der Ein- und Ausgabetoken, bei der eine Antwort anhält und fragt. `0` setzt kein Limit.',
    },
  },

  'budget.costPerDay': {
    scope: 'application',
    type: 'number',
    default: 0,
    minimum: 0,
    markdownDescription: {
      en: 'Cost in US dollars for a day, in all windows, at which responses pause and ask. `0` sets no limit. Requests without a known price do not count.',
      de: 'Kosten in US-Dollar für einen Tag, in allen Fenstern, bei denen Antworten anhalten und fragen. `0` setzt kein Limit. Anfragen ohne bekannten Preis zählen nicht.',
    },
  },

  'budget.tokensPerDay': {
    scope: 'application',
    type: 'integer',
    default: 0,
    minimum: 0,
    markdownDescription: {
      en: 'Number of input and output tokens for a day, in all windows, at which responses pause and ask. `0` sets no limit.',
      de: 'Anzahl der Ein- und Ausgabetoken für einen Tag, in allen Fenstern, bei der Antworten anhalten und fragen. `0` setzt kein Limit.',
    },
  },
} as const satisfies Settings;
