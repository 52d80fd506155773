/** Servers: their definitions and inputs, who may start them, and how long a turn waits for them. */
import { serverEntry } from './serverEntry.ts';
import type { Settings } from './setting.ts';

export const serverSettings = {
  servers: {
    scope: 'window',
    restricted: true,
    order: 1,
    type: 'object',
    default: {},
    markdownDescription: {
      en: "MCP servers, keyed by name. An entry is the same as under `servers` in VS Code's `mcp.json`. Its texts may hold `${workspaceFolder}`, `${workspaceFolder:name}`, `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}`, `${env:NAME}`, `${input:id}` (see `#patchbay.inputs#`) and `${secret:name}` (asked once, kept in the secret storage); `$${` is a literal `${`. [Add one](command:patchbay.addServer), [paste one](command:patchbay.pasteServers) or [import](command:patchbay.importServers) those of another program.",
      de: 'MCP-Server, nach Namen. Ein Eintrag ist derselbe wie unter `servers` in der `mcp.json` von VS Code. Seine Texte dürfen `${workspaceFolder}`, `${workspaceFolder:name}`, `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}`, `${env:NAME}`, `${input:id}` (siehe `#patchbay.inputs#`) und `${secret:name}` (wird einmal erfragt und im Geheimnisspeicher abgelegt) enthalten; `$${` steht für `${` selbst. [Server hinzufügen](command:patchbay.addServer), [einfügen](command:patchbay.pasteServers) oder aus einem anderen Programm [importieren](command:patchbay.importServers).',
    },
    propertyNames: {
      pattern: '^[a-zA-Z0-9_-]+$',
      patternErrorMessage: {
        en: 'Only letters, digits, "_" and "-": the name becomes part of the tool names the model sees.',
        de: 'Nur Buchstaben, Ziffern, „_“ und „-“: Der Name wird Teil der Toolnamen, die das Modell sieht.',
      },
    },
    additionalProperties: serverEntry,
    examples: [
      {
        files: {
          command: 'npx',
          args: ['-y', '@modelcontextprotocol/server-filesystem', '${workspaceFolder}'],
        },
      },
      {
        example: {
          url: 'https://example.com/mcp',
          headers: { Authorization: 'Bearer ${secret:example-token}' },
        },
      },
    ],
    defaultSnippets: [
      {
        label: { en: 'servers', de: 'Server' },
        description: { en: 'A local and a remote server', de: 'Ein lokaler und ein entfernter Server' },
        body: {
          '${1:files}': {
            command: 'npx',
            args: ['-y', '@modelcontextprotocol/server-filesystem', '\\${workspaceFolder}'],
          },
          '${2:remote}': { url: '${3:https://example.com/mcp}' },
        },
      },
    ],
  },

  inputs: {
    scope: 'window',
    restricted: true,
    order: 1,
    type: 'array',
    default: [],
    markdownDescription: {
      en: "Values that servers need and that are asked for: `${input:id}` in `#patchbay.servers#`. The same as `inputs` in VS Code's `mcp.json`. Each is asked once; [forget the answers](command:patchbay.forgetInputs) to be asked again.",
      de: 'Werte, die Server brauchen und die erfragt werden: `${input:id}` in `#patchbay.servers#`. Dasselbe wie `inputs` in der `mcp.json` von VS Code. Jeder wird einmal erfragt; wer die [Antworten vergessen lässt](command:patchbay.forgetInputs), wird erneut gefragt.',
    },
    items: {
      type: 'object',
      required: ['id', 'type'],
      defaultSnippets: [
        {
          label: { en: 'password', de: 'Passwort' },
          description: {
            en: 'Asked once and kept in the secret storage',
            de: 'Wird einmal erfragt und im Geheimnisspeicher abgelegt',
          },
          body: {
            type: 'promptString',
            id: '${1:api-key}',
            description: { en: '${2:API key}', de: '${2:API-Schlüssel}' },
            password: true,
          },
        },
        {
          label: { en: 'choice', de: 'Auswahl' },
          description: { en: 'One of several values', de: 'Einer von mehreren Werten' },
          body: {
            type: 'pickString',
            id: '${1:stage}',
            description: { en: '${2:Stage}', de: '${2:Umgebung}' },
            options: ['${3:test}'],
          },
        },
      ],
      properties: {
        id: {
          type: 'string',
          minLength: 1,
          markdownDescription: { en: 'Its name in `${input:id}`.', de: 'Der Name in `${input:id}`.' },
        },
        type: {
          enum: ['promptString', 'pickString'],
          enumDescriptions: [
            { en: 'Is typed in.', de: 'Wird eingegeben.' },
            { en: 'Is chosen from `options`.', de: 'Wird aus `options` ausgewählt.' },
          ],
          markdownDescription: { en: 'How it is asked for.', de: 'Wie der Wert erfragt wird.' },
        },
        description: {
          type: 'string',
          markdownDescription: {
            en: 'What it is, as you are asked for it.',
            de: 'Was der Wert ist; steht in der Frage danach.',
          },
        },
        default: {
          type: 'string',
          markdownDescription: {
            en: 'What is filled in or offered first.',
            de: 'Was vorausgefüllt oder zuerst angeboten wird.',
          },
        },
        password: {
          type: 'boolean',
          default: false,
          markdownDescription: {
            en: "promptString: it is hidden while it is typed, and kept in the editor's secret storage instead of as plain text.",
            de: 'promptString: Der Wert wird bei der Eingabe verborgen und im Geheimnisspeicher des Editors statt im Klartext abgelegt.',
          },
        },
        options: {
          type: 'array',
          minItems: 1,
          items: {
            anyOf: [
              { type: 'string' },
              {
                type: 'object',
                required: ['value'],
                properties: { label: { type: 'string' }, value: { type: 'string' } },
              },
            ],
          },
          markdownDescription: {
            en: 'pickString: the values to choose from.',
            de: 'pickString: die Werte, die zur Wahl stehen.',
          },
        },
      },
    },
  },

  linkVscodeServers: {
    scope: 'window',
    restricted: true,
    order: 1,
    type: 'boolean',
    default: false,
    markdownDescription: {
      en: 'On: the servers and inputs of `.vscode/mcp.json` in the workspace folders are used as well, as long as the workspace is trusted. The file is only read, and followed as it changes. A server of the same name in `#patchbay.servers#` counts instead. Both VS Code and Patchbay start the servers then.',
      de: 'Ein: Auch die Server und Eingaben aus `.vscode/mcp.json` in den Ordnern des Arbeitsbereichs werden verwendet, solange der Arbeitsbereich vertrauenswürdig ist. Die Datei wird nur gelesen, und Änderungen werden übernommen. Ein Server gleichen Namens in `#patchbay.servers#` hat Vorrang. Die Server werden dann sowohl von VS Code als auch von Patchbay gestartet.',
    },
  },

  'policy.servers': {
    scope: 'machine',
    order: 5,
    type: 'object',
    default: {},
    markdownDescription: {
      en: 'Which servers may run on this machine, for whoever looks after it. A workspace cannot change it. A list that is absent limits nothing; an empty list of what is allowed allows nothing. What is denied is denied even if it is allowed, too. `*` stands for any text.',
      de: 'Welche Server auf diesem Rechner laufen dürfen, für alle, die ihn verwalten. Ein Arbeitsbereich kann das nicht ändern. Eine fehlende Liste begrenzt nichts; eine leere Liste des Erlaubten erlaubt nichts. Was verboten ist, bleibt es auch dann, wenn es zugleich erlaubt ist. `*` steht für beliebigen Text.',
    },
    additionalProperties: false,
    properties: {
      allowedCommands: {
        type: 'array',
        items: { type: 'string' },
        markdownDescription: {
          en: 'The commands that may be started, such as `uvx`, `npx -y @example/*` or `/opt/tools/*`: the command and, if wanted, the arguments that come first. A command without a path is the one that is found in the PATH of the editor.',
          de: 'Die Befehle, die gestartet werden dürfen, etwa `uvx`, `npx -y @example/*` oder `/opt/tools/*`: der Befehl und, falls gewünscht, seine ersten Argumente. Ein Befehl ohne Pfad ist der, der im PATH des Editors gefunden wird.',
        },
      },
      deniedCommands: {
        type: 'array',
        items: { type: 'string' },
        markdownDescription: {
          en: 'Commands that may not be started, by whatever path.',
          de: 'Befehle, die nicht gestartet werden dürfen, gleich über welchen Pfad.',
        },
      },
      allowedHosts: {
        type: 'array',
        items: { type: 'string' },
        markdownDescription: {
          en: 'The hosts that may be connected to, such as `*.example.com` or `localhost:8080`.',
          de: 'Die Hosts, zu denen Verbindungen erlaubt sind, etwa `*.example.com` oder `localhost:8080`.',
        },
      },
      deniedHosts: {
        type: 'array',
        items: { type: 'string' },
        markdownDescription: {
          en: 'Hosts that may not be connected to.',
          de: 'Hosts, zu denen keine Verbindung erlaubt ist.',
        },
      },
    },
  },

  'oauth.clientMetadataUrl': {
    scope: 'application',
    order: 4,
    type: 'string',
    default: '',
    markdownDescription: {
      en: 'An https address with metadata of Patchbay as an OAuth client (Client ID Metadata Document), for authorization servers that take one in place of a registration. If empty, Patchbay registers itself.',
      de: 'Eine https-Adresse mit Metadaten von Patchbay als OAuth-Client (Client ID Metadata Document), für Autorisierungsserver, die eine solche anstelle einer Registrierung annehmen. Ist sie leer, registriert sich Patchbay selbst.',
    },
  },

  serverGrace: {
    scope: 'window',
    order: 2,
    type: 'integer',
    default: 2000,
    minimum: 0,
    maximum: 60000,
    markdownDescription: {
      en: 'How long in milliseconds a turn waits for servers that are still connecting. Tools that arrive later join at the next step.',
      de: 'Wie lange vor einer Antwort auf Server gewartet wird, die noch verbunden werden, in Millisekunden. Tools, die später eintreffen, kommen beim nächsten Schritt hinzu.',
    },
  },

  'messages.record': {
    scope: 'application',
    order: 29,
    type: 'string',
    enum: ['whenOpened', 'always'],
    default: 'whenOpened',
    enumDescriptions: [
      {
        en: "From the moment when you first open the server's page in this window.",
        de: 'Ab dem Moment, in dem Sie die Seite des Servers in diesem Fenster zum ersten Mal öffnen.',
      },
      {
        en: 'From the start, so that the messages of a failed start are there when you look. Takes up to 8 MB of memory for each server.',
        de: 'Von Anfang an, sodass die Nachrichten eines fehlgeschlagenen Starts da sind, wenn Sie nachsehen. Belegt bis zu 8 MB Arbeitsspeicher je Server.',
      },
    ],
    markdownDescription: {
      en: "When the messages between Patchbay and a server are recorded for the [server's page](command:patchbay.showServer). They are kept in memory, without secrets, and go with the window.",
      de: 'Wann die Nachrichten zwischen Patchbay und einem Server für die [Seite des Servers](command:patchbay.showServer) aufgezeichnet werden. Sie bleiben im Arbeitsspeicher, ohne Geheimnisse, und verschwinden mit dem Fenster.',
    },
  },
} as const satisfies Settings;
