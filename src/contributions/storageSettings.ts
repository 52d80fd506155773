import type { Settings } from './setting.ts';

export const storageSettings = {
  'conversations.maxAgeDays': {
    scope: 'application',
    type: 'number',
    default: 365,
    minimum: 0,
    markdownDescription: {
      en: 'Controls for how many days [conversations](command:patchbay.showConversations) are kept after the last message. Pinned and open conversations stay. `0` keeps all of them.',
      de: 'Steuert, wie viele Tage [Konversationen](command:patchbay.showConversations) nach der letzten Nachricht aufbewahrt werden. Angeheftete und geöffnete bleiben. `0` bewahrt alle auf.',
    },
  },

  'conversations.maxNumber': {
    scope: 'application',
    type: 'number',
    default: 2000,
    minimum: 0,
    markdownDescription: {
      en: 'Controls how many [conversations](command:patchbay.showConversations) are kept. The oldest are deleted first. Pinned and open conversations stay. `0` sets no limit.',
      de: 'Steuert, wie viele [Konversationen](command:patchbay.showConversations) aufbewahrt werden. Die ältesten werden zuerst gelöscht. Angeheftete und geöffnete bleiben. `0` bedeutet unbegrenzt.',
    },
  },

  'history.maxAgeDays': {
    scope: 'application',
    type: 'number',
    default: 90,
    minimum: 0,
    markdownDescription: {
      en: 'Controls for how many days tool calls, with arguments and results, stay in the [call history](command:patchbay.showHistory). `0` turns the history off and deletes existing entries. [Learn more](docs:data.md)',
      de: 'Steuert, wie viele Tage Toolaufrufe mit Argumenten und Ergebnissen im [Aufrufverlauf](command:patchbay.showHistory) bleiben. `0` deaktiviert den Verlauf und löscht vorhandene Einträge. [Weitere Informationen](docs:data.md)',
    },
  },

  'history.maxSizeMB': {
    scope: 'application',
    type: 'number',
    default: 500,
    minimum: 0,
    markdownDescription: {
      en: 'Controls the maximum size of the [call history](command:patchbay.showHistory) in MB. The oldest calls are deleted first. `0` turns the history off and deletes existing entries.',
      de: 'Steuert die maximale Größe des [Aufrufverlaufs](command:patchbay.showHistory) in MB. Die ältesten Aufrufe werden zuerst gelöscht. `0` deaktiviert den Verlauf und löscht vorhandene Einträge.',
    },
  },

  'checkpoints.enabled': {
    scope: 'application',
    type: 'boolean',
    default: true,
    markdownDescription: {
      en: 'Controls whether workspace files are saved before and after each response, so that you can review and undo changes. Ignored, large and secret files are skipped. [Learn more](docs:guide/checkpoints.md)',
      de: 'Steuert, ob Dateien vor und nach jeder Antwort gesichert werden, damit Sie Änderungen prüfen und rückgängig machen können. Ausgenommen: ignorierte, große und geheime Dateien. [Weitere Informationen](docs:guide/checkpoints.md)',
    },
  },

  'messages.record': {
    scope: 'application',
    type: 'string',
    enum: ['whenOpened', 'always'],
    default: 'whenOpened',
    enumItemLabels: [
      { en: 'After the page is opened', de: 'Nach dem Öffnen der Seite' },
      { en: 'Always', de: 'Immer' },
    ],
    enumDescriptions: [
      {
        en: "Messages are recorded from the first time you open the server's page in this window.",
        de: 'Nachrichten werden aufgezeichnet, sobald Sie die Seite des Servers in diesem Fenster zum ersten Mal öffnen.',
      },
      {
        en: 'Messages are recorded from the start, including those of a failed start. This uses up to 8 MB of memory for each server.',
        de: 'Nachrichten werden von Anfang an aufgezeichnet, auch die eines fehlgeschlagenen Starts. Das belegt bis zu 8 MB Arbeitsspeicher je Server.',
      },
    ],
    markdownDescription: {
      en: "Controls when messages between Patchbay and a server are recorded for the [server's page](command:patchbay.showServer). They stay in memory, without secrets, until the window closes.",
      de: 'Steuert, wann Nachrichten zwischen Patchbay und einem Server für die [Seite des Servers](command:patchbay.showServer) aufgezeichnet werden. Sie bleiben ohne Geheimnisse im Speicher, bis das Fenster geschlossen wird.',
    },
  },
} as const satisfies Settings;
