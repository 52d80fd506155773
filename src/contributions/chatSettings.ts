/** The chat, and how long conversations and calls are kept. */
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
    description: { en: 'Where the chat is.', de: 'Wo der Chat ist.' },
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
      en: 'How many seconds a turn must have taken for a notification when it ends in a chat that you do not see. 0: no notification.',
      de: 'Wie viele Sekunden eine Antwort gedauert haben muss, damit Sie benachrichtigt werden, wenn sie in einem Chat endet, den Sie nicht sehen. 0: keine Benachrichtigung.',
    },
  },

  'conversations.maxAgeDays': {
    scope: 'application',
    order: 28,
    type: 'number',
    default: 365,
    minimum: 0,
    markdownDescription: {
      en: 'For how many days after their last message [conversations](command:patchbay.showConversations) are kept. Those that are pinned or open stay. `0`: they are kept whatever their age.',
      de: 'Wie viele Tage nach ihrer letzten Nachricht [Konversationen](command:patchbay.showConversations) aufbewahrt werden. Angeheftete und offene bleiben. `0`: unabhängig vom Alter.',
    },
  },

  'conversations.maxNumber': {
    scope: 'application',
    order: 29,
    type: 'number',
    default: 2000,
    minimum: 0,
    markdownDescription: {
      en: 'How many [conversations](command:patchbay.showConversations) are kept; the oldest go first. Those that are pinned or open stay. `0`: any number.',
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
      en: 'For how many days tool calls stay in the [call history](command:patchbay.showHistory), with arguments and results. `0`: no history, and what there is goes.',
      de: 'Wie viele Tage Toolaufrufe mit Argumenten und Ergebnissen im [Aufrufverlauf](command:patchbay.showHistory) bleiben. `0`: kein Verlauf, und der vorhandene wird gelöscht.',
    },
  },

  'history.maxSizeMB': {
    scope: 'application',
    order: 31,
    type: 'number',
    default: 500,
    minimum: 0,
    markdownDescription: {
      en: 'How large the file of the [call history](command:patchbay.showHistory) may be, in MB; the oldest calls go first. `0`: no history, and what there is goes.',
      de: 'Wie groß die Datei mit dem [Aufrufverlauf](command:patchbay.showHistory) werden darf, in MB; die ältesten Aufrufe werden zuerst gelöscht. `0`: kein Verlauf, und der vorhandene wird gelöscht.',
    },
  },
} as const satisfies Settings;
