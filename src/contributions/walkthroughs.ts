import { commandId, commandLink } from './commands.ts';
import { contextKey } from './contextKeys.ts';
import type { Text } from './text.ts';

interface Walkthrough {
  readonly id: string;
  readonly title: Text;
  readonly description: Text;
  readonly icon: string;
  readonly steps: readonly {
    readonly id: string;
    readonly title: Text;
    readonly description: Text;
    readonly media: { readonly svg: string; readonly altText: Text };
    readonly completionEvents: readonly string[];
  }[];
}

export const walkthroughs: readonly Walkthrough[] = [
  {
    id: 'firstMinute',
    title: { en: 'Your First Minute with Patchbay', de: 'Die erste Minute mit Patchbay' },
    description: {
      en: 'Set up a model, connect a server, get a first answer with a tool call, and see the call.',
      de: 'Richten Sie ein Modell ein, verbinden Sie einen Server, erhalten Sie eine erste Antwort mit Toolaufruf, und sehen Sie den Aufruf an.',
    },
    icon: 'media/icon.png',
    steps: [
      {
        id: 'model',
        title: { en: 'Set up a model', de: 'Ein Modell einrichten' },
        description: {
          en: `Patchbay finds local model servers and models from VS Code. For other providers, enter an API key; for your own endpoint, also its base URL. Patchbay tests them before saving.\n${commandLink('setUpModel').en}`,
          de: `Patchbay findet lokale Modellserver und Modelle aus VS Code. Für andere Anbieter geben Sie einen API-Schlüssel ein, für eigene Endpunkte auch die Basis-URL. Patchbay testet sie vor dem Speichern.\n${commandLink('setUpModel').de}`,
        },
        media: {
          svg: 'media/walkthrough/model.svg',
          altText: {
            en: 'A list of models: two that were found on this machine, and providers that require an API key.',
            de: 'Eine Liste von Modellen: zwei, die auf diesem Computer gefunden wurden, und Anbieter, die einen API-Schlüssel erfordern.',
          },
        },
        completionEvents: [`onContext:${contextKey('modelChosen')}`],
      },
      {
        id: 'server',
        title: { en: 'Connect a server', de: 'Einen Server verbinden' },
        description: {
          en: `Servers give the model tools. The sample server is included, needs no account or network, and only reads the open folder.\n${commandLink('addSample').en}\nOr add your own: enter a command or URL, paste JSON, or import from another app.\n${commandLink('addServer').en}`,
          de: `Server geben dem Modell Tools. Der Beispielserver ist enthalten, braucht weder Konto noch Netzwerk und liest nur den geöffneten Ordner.\n${commandLink('addSample').de}\nOder fügen Sie einen eigenen hinzu: Geben Sie einen Befehl oder eine URL ein, fügen Sie JSON ein, oder importieren Sie ihn aus einer anderen App.\n${commandLink('addServer').de}`,
        },
        media: {
          svg: 'media/walkthrough/server.svg',
          altText: {
            en: 'The MCP Servers view: the sample server is connected and shows its three tools with checkboxes.',
            de: 'Die Ansicht der MCP-Server: Der Beispielserver ist verbunden und zeigt seine drei Tools mit Kontrollkästchen.',
          },
        },
        completionEvents: [`onContext:${contextKey('serverConnected')}`],
      },
      {
        id: 'ask',
        title: { en: 'Ask a question', de: 'Eine Frage stellen' },
        description: {
          en: `Choose an example question. Before a tool runs, you see its arguments and allow or deny the call. To open the chat at any time, run Patchbay: Open Chat.\n${commandLink('openChat').en}`,
          de: `Wählen Sie im Chat eine Beispielfrage aus. Bevor ein Tool ausgeführt wird, sehen Sie seine Argumente und können den Aufruf erlauben oder ablehnen. Der Befehl „Patchbay: Chat öffnen“ öffnet den Chat jederzeit.\n${commandLink('openChat').de}`,
        },
        media: {
          svg: 'media/walkthrough/ask.svg',
          altText: {
            en: 'The chat: a question, a tool call that waits for approval, and the answer below.',
            de: 'Der Chat: eine Frage, ein Toolaufruf, der auf Freigabe wartet, und darunter die Antwort.',
          },
        },
        completionEvents: [`onContext:${contextKey('toolCalled')}`],
      },
      {
        id: 'see',
        title: { en: 'Review the tool calls', de: 'Toolaufrufe ansehen' },
        description: {
          en: `Each tool call appears in the chat with its arguments, result and duration. Find it later in the call history, and run it again.\n${commandLink('showHistory').en}`,
          de: `Jeder Toolaufruf wird im Chat mit Argumenten, Ergebnis und Dauer angezeigt. Später finden Sie ihn im Aufrufverlauf und können ihn erneut ausführen.\n${commandLink('showHistory').de}`,
        },
        media: {
          svg: 'media/walkthrough/see.svg',
          altText: {
            en: 'The call history: a row for each call with its time, server, tool and duration.',
            de: 'Der Aufrufverlauf: eine Zeile je Aufruf mit Zeit, Server, Tool und Dauer.',
          },
        },
        completionEvents: [`onCommand:${commandId('showHistory')}`],
      },
    ],
  },
];
