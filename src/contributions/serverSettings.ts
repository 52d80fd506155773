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
      en: "MCP servers, keyed by name. An entry has the same format as under `servers` in VS Code's `mcp.json`. Its texts can contain `${workspaceFolder}`, `${workspaceFolder:name}`, `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}`, `${env:NAME}`, `${input:id}` (see `#patchbay.inputs#`) and `${secret:name}` (asked once, kept in the secret storage); `$${` is a literal `${`. [Add one](command:patchbay.addServer), [paste one](command:patchbay.pasteServers) or [import](command:patchbay.importServers) those of another program.",
      de: 'MCP-Server, nach Namen. Ein Eintrag hat dasselbe Format wie unter `servers` in der `mcp.json` von VS Code. Seine Texte dürfen `${workspaceFolder}`, `${workspaceFolder:name}`, `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}`, `${env:NAME}`, `${input:id}` (siehe `#patchbay.inputs#`) und `${secret:name}` (wird einmal erfragt und im Geheimnisspeicher abgelegt) enthalten; `$${` steht für `${` selbst. [Server hinzufügen](command:patchbay.addServer), [einfügen](command:patchbay.pasteServers) oder aus einem anderen Programm [importieren](command:patchbay.importServers).',
    },
    propertyNames: {
      pattern: '^[a-zA-Z0-9_-]{1,100}$',
      patternErrorMessage: {
        en: 'Only letters, digits, "_" and "-", at most 100: the name becomes part of the tool names the model sees.',
        de: 'Nur Buchstaben, Ziffern, „_“ und „-“, höchstens 100: Der Name wird Teil der Toolnamen, die das Modell sieht.',
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
      en: "Values that servers need and that you are asked for: `${input:id}` in `#patchbay.servers#`. The same as `inputs` in VS Code's `mcp.json`. Each is asked once; [forget the answers](command:patchbay.forgetInputs) to be asked again.",
      de: 'Werte, die Server brauchen und die erfragt werden: `${input:id}` in `#patchbay.servers#`. Dasselbe wie `inputs` in der `mcp.json` von VS Code. Jeder wird einmal erfragt; [lassen Sie die Antworten vergessen](command:patchbay.forgetInputs), um erneut gefragt zu werden.',
    },
    items: {
      type: 'object',
      required: ['id', 'type'],
      defaultSnippets: [
        {
          label: { en: 'password', de: 'Kennwort' },
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
          markdownDescription: {
            en: 'Name of the input in `${input:id}`.',
            de: 'Name der Eingabe in `${input:id}`.',
          },
        },
        type: {
          enum: ['promptString', 'pickString'],
          enumDescriptions: [
            { en: 'The value is typed.', de: 'Wird eingegeben.' },
            { en: 'The value is selected from `options`.', de: 'Wird aus `options` ausgewählt.' },
          ],
          markdownDescription: { en: 'How the value is entered.', de: 'Wie der Wert erfragt wird.' },
        },
        description: {
          type: 'string',
          markdownDescription: {
            en: 'Description of the value, shown when you are asked for it.',
            de: 'Beschreibung des Werts, die bei der Abfrage angezeigt wird.',
          },
        },
        default: {
          type: 'string',
          markdownDescription: {
            en: 'Default value.',
            de: 'Standardwert.',
          },
        },
        password: {
          type: 'boolean',
          default: false,
          markdownDescription: {
            en: "promptString: the value is hidden while you type, and stored in the editor's secret storage instead of as plain text.",
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
      en: 'Whether the servers and inputs of `.mcp.json` and `.vscode/mcp.json` in the workspace folders are used as well, as long as the workspace is trusted. The files are only read, and changes are applied. Of the same name, a server in `#patchbay.servers#` takes precedence, then one in `.mcp.json`. The servers are then started by both VS Code and Patchbay.',
      de: 'Ob auch die Server und Eingaben aus `.mcp.json` und `.vscode/mcp.json` in den Ordnern des Arbeitsbereichs verwendet werden, solange der Arbeitsbereich vertrauenswürdig ist. Die Dateien werden nur gelesen, und Änderungen werden übernommen. Bei gleichem Namen hat ein Server in `#patchbay.servers#` Vorrang, danach einer in `.mcp.json`. Die Server werden dann sowohl von VS Code als auch von Patchbay gestartet.',
    },
  },

  'policy.servers': {
    scope: 'machine',
    order: 5,
    type: 'object',
    default: {},
    markdownDescription: {
      en: 'Controls which servers may run on this machine. This setting is for administrators and cannot be changed by a workspace. A missing list sets no limit. An empty list of allowed entries allows nothing. Denied entries take precedence. `*` stands for any text.',
      de: 'Steuert, welche Server auf diesem Computer ausgeführt werden dürfen. Diese Einstellung ist für Administratoren und kann von einem Arbeitsbereich nicht geändert werden. Eine fehlende Liste setzt keine Grenze. Eine leere Liste erlaubter Einträge erlaubt nichts. Verweigerte Einträge haben Vorrang. `*` steht für beliebigen Text.',
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
          en: 'Commands that may not be started, regardless of their path.',
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
      allowedVariables: {
        type: 'array',
        items: { type: 'string' },
        markdownDescription: {
          en: 'The environment variables that a server may set, such as `EXAMPLE_*`, in `env` or `envFile`. Without this list, and with `allowedCommands`, those are refused that can determine what code is run, such as `NODE_OPTIONS`.',
          de: 'Die Umgebungsvariablen, die ein Server setzen darf, etwa `EXAMPLE_*`, in `env` oder `envFile`. Fehlt die Liste und gibt es `allowedCommands`, werden die abgelehnt, die bestimmen können, welcher Code ausgeführt wird, etwa `NODE_OPTIONS`.',
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
        en: "From the first time you open the server's page in this window.",
        de: 'Ab dem Moment, in dem Sie die Seite des Servers in diesem Fenster zum ersten Mal öffnen.',
      },
      {
        en: 'From the start, so that the messages of a failed start are available. Uses up to 8 MB of memory for each server.',
        de: 'Von Anfang an, damit die Nachrichten eines fehlgeschlagenen Starts verfügbar sind. Belegt bis zu 8 MB Arbeitsspeicher je Server.',
      },
    ],
    markdownDescription: {
      en: "When the messages between Patchbay and a server are recorded for the [server's page](command:patchbay.showServer). They are kept in memory, without secrets, until the window is closed.",
      de: 'Wann die Nachrichten zwischen Patchbay und einem Server für die [Seite des Servers](command:patchbay.showServer) aufgezeichnet werden. Sie bleiben ohne Geheimnisse im Arbeitsspeicher, bis das Fenster geschlossen wird.',
    },
  },
} as const satisfies Settings;
