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
      en: 'Set up a model, connect a server, get a first answer with a tool call, and see what was called.',
      de: 'Ein Modell, ein Server, eine erste Antwort mit Toolaufruf und ein Blick auf das, was aufgerufen wurde.',
    },
    icon: 'media/icon.png',
    steps: [
      {
        id: 'model',
        title: { en: 'Set up a model', de: 'Ein Modell einrichten' },
        description: {
          en: `Model servers on this machine and the models of the editor are found. For any other endpoint, give its API key: it is tried before anything is saved.\n${commandLink('setUpModel').en}`,
          de: `Modellserver auf diesem Computer und die Modelle des Editors werden gefunden. Für jeden anderen Endpunkt genügt sein API-Schlüssel: Er wird geprüft, bevor etwas gespeichert wird.\n${commandLink('setUpModel').de}`,
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
          en: `Servers give the model its tools. The sample server comes with Patchbay, needs no account and no network, and only reads the open folder.\n${commandLink('addSample').en}\nOr begin with one of your own: by its command or URL, pasted from a README, or from another program.\n${commandLink('addServer').en}`,
          de: `Server geben dem Modell seine Tools. Der Beispielserver gehört zu Patchbay, braucht weder Konto noch Netzwerk und liest nur den geöffneten Ordner.\n${commandLink('addSample').de}\nOder mit einem eigenen beginnen: über Befehl oder URL, aus einer README eingefügt oder aus einem anderen Programm.\n${commandLink('addServer').de}`,
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
          en: `The empty chat has examples: one click asks. Before a tool runs you see its arguments, and allow the call or not. The command Patchbay: Open Chat and its key open the chat at any time.\n${commandLink('openChat').en}`,
          de: `Der leere Chat hat Beispiele: Ein Klick stellt die Frage. Bevor ein Tool läuft, sind seine Argumente zu sehen, und der Aufruf kann erlaubt oder abgelehnt werden. Der Befehl „Patchbay: Chat öffnen“ und seine Tastenkombination öffnen den Chat jederzeit.\n${commandLink('openChat').de}`,
        },
        media: {
          svg: 'media/walkthrough/ask.svg',
          altText: {
            en: 'The chat: a question, a tool call that waits to be allowed, and below it the answer.',
            de: 'Der Chat: eine Frage, ein Toolaufruf, der auf Freigabe wartet, und darunter die Antwort.',
          },
        },
        completionEvents: [`onContext:${contextKey('toolCalled')}`],
      },
      {
        id: 'see',
        title: { en: 'See what was called', de: 'Sehen, was aufgerufen wurde' },
        description: {
          en: `Each call stands in the chat with its arguments, result and duration, and in the call history, where it can be found and run again.\n${commandLink('showHistory').en}`,
          de: `Jeder Aufruf steht mit Argumenten, Ergebnis und Dauer im Chat und im Aufrufverlauf, wo er sich finden und noch einmal ausführen lässt.\n${commandLink('showHistory').de}`,
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
