import type { Settings } from './setting.ts';

export const chatSettings = {
  'chat.location': {
    scope: 'window',
    order: 23,
    enum: ['secondarySideBar', 'activityBar'],
    default: 'secondarySideBar',
    enumDescriptions: [
      {
        en: 'In the secondary side bar, beside the code.',
        de: 'In der sekundären Seitenleiste, neben dem Code.',
      },
      {
        en: 'In the primary side bar, with the servers.',
        de: 'In der primären Seitenleiste, bei den Servern.',
      },
    ],
    description: { en: 'Controls the location of the chat.', de: 'Steuert, wo der Chat angezeigt wird.' },
  },

  'chat.modelTitles': {
    scope: 'application',
    order: 21,
    type: 'boolean',
    default: true,
    description: {
      en: 'Whether the model gives a conversation its title, in a small request of its own after the first answer. Otherwise the title is the beginning of the first message.',
      de: 'Ob das Modell einer Konversation ihren Titel gibt, in einer eigenen kleinen Anfrage nach der ersten Antwort. Andernfalls ist der Titel der Anfang der ersten Nachricht.',
    },
  },

  'chat.announceAfter': {
    scope: 'application',
    order: 24,
    type: 'number',
    default: 10,
    minimum: 0,
    description: {
      en: 'Number of seconds after which a turn that ends in a chat that is not visible shows a notification. 0 disables notifications.',
      de: 'Anzahl der Sekunden, nach denen eine Antwort in einem nicht sichtbaren Chat eine Benachrichtigung anzeigt. 0 deaktiviert Benachrichtigungen.',
    },
  },

  'conversations.maxAgeDays': {
    scope: 'application',
    order: 28,
    type: 'number',
    default: 365,
    minimum: 0,
    markdownDescription: {
      en: 'For how many days after their last message [conversations](command:patchbay.showConversations) are kept. Pinned and open conversations are kept. `0` keeps them regardless of their age.',
      de: 'Wie viele Tage nach ihrer letzten Nachricht [Konversationen](command:patchbay.showConversations) aufbewahrt werden. Angeheftete und geöffnete Konversationen bleiben erhalten. `0` bewahrt sie unabhängig vom Alter auf.',
    },
  },

  'conversations.maxNumber': {
    scope: 'application',
    order: 29,
    type: 'number',
    default: 2000,
    minimum: 0,
    markdownDescription: {
      en: 'How many [conversations](command:patchbay.showConversations) are kept. The oldest are removed first. Pinned and open conversations are kept. `0` keeps any number.',
      de: 'Wie viele [Konversationen](command:patchbay.showConversations) aufbewahrt werden; die ältesten werden zuerst entfernt. Angeheftete und offene bleiben. `0`: beliebig viele.',
    },
  },

  'history.maxAgeDays': {
    scope: 'application',
    order: 30,
    type: 'number',
    default: 90,
    minimum: 0,
    markdownDescription: {
      en: 'For how many days tool calls stay in the [call history](command:patchbay.showHistory), with arguments and results. `0` disables the history and deletes existing entries.',
      de: 'Wie viele Tage Toolaufrufe mit Argumenten und Ergebnissen im [Aufrufverlauf](command:patchbay.showHistory) bleiben. `0` deaktiviert den Verlauf und löscht vorhandene Einträge.',
    },
  },

  'history.maxSizeMB': {
    scope: 'application',
    order: 31,
    type: 'number',
    default: 500,
    minimum: 0,
    markdownDescription: {
      en: 'How large the file of the [call history](command:patchbay.showHistory) may be, in MB. The oldest calls are removed first. `0` disables the history and deletes existing entries.',
      de: 'Wie groß die Datei mit dem [Aufrufverlauf](command:patchbay.showHistory) werden darf, in MB; die ältesten Aufrufe werden zuerst gelöscht. `0` deaktiviert den Verlauf und löscht vorhandene Einträge.',
    },
  },
} as const satisfies Settings;
