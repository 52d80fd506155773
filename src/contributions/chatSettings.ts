import type { Settings } from './setting.ts';

export const chatSettings = {
  'chat.location': {
    scope: 'window',
    enum: ['secondarySideBar', 'activityBar'],
    default: 'secondarySideBar',
    enumItemLabels: [
      { en: 'Secondary side bar', de: 'Sekundäre Seitenleiste' },
      { en: 'Primary side bar', de: 'Primäre Seitenleiste' },
    ],
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
    markdownDescription: {
      en: 'Controls where the chat is shown.',
      de: 'Steuert, wo der Chat angezeigt wird.',
    },
  },

  'chat.modelTitles': {
    scope: 'application',
    type: 'boolean',
    default: true,
    markdownDescription: {
      en: 'Controls whether the model names conversations, with one small request. Otherwise, the first message is the title.',
      de: 'Steuert, ob das Modell Konversationen benennt, mit einer kleinen Anfrage. Andernfalls ist die erste Nachricht der Titel.',
    },
  },

  'chat.announceAfter': {
    scope: 'application',
    type: 'number',
    default: 10,
    minimum: 0,
    markdownDescription: {
      en: 'Controls how many seconds a response must take for a notification when it ends in a hidden chat. `0` turns this notification off.',
      de: 'Steuert, wie viele Sekunden eine Antwort dauern muss, damit ihr Ende in einem nicht sichtbaren Chat gemeldet wird. `0` schaltet diese Benachrichtigung aus.',
    },
  },

  maxIterations: {
    scope: 'application',
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 50,
    markdownDescription: {
      en: 'Controls the maximum number of model requests (steps) for one message. At the limit, you can continue.',
      de: 'Steuert die maximale Anzahl von Modellanfragen (Schritten) pro Nachricht. Danach können Sie fortfahren.',
    },
  },

  'agent.plan': {
    scope: 'application',
    type: 'boolean',
    default: true,
    markdownDescription: {
      en: 'Controls whether the model can show a plan for longer tasks above the message box (`update_plan`).',
      de: 'Steuert, ob das Modell für längere Aufgaben einen Plan über dem Eingabefeld anzeigen kann (`update_plan`).',
    },
  },
} as const satisfies Settings;
