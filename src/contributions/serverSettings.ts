import { serverEntry } from './serverEntry.ts';
import type { Settings } from './setting.ts';

export const serverSettings = {
  servers: {
    scope: 'window',
    restricted: true,
    type: 'object',
    default: {},
    markdownDescription: {
      en: "MCP servers by name, in the format of `servers` in VS Code's `mcp.json`. [Add](command:patchbay.addServer), [paste](command:patchbay.pasteServers) or [import](command:patchbay.importServers) servers. [Learn more](docs:guide/server-definitions.md)",
      de: 'MCP-Server nach Namen, im Format von `servers` in der `mcp.json` von VS Code. Server [hinzufügen](command:patchbay.addServer), [einfügen](command:patchbay.pasteServers) oder [importieren](command:patchbay.importServers). [Weitere Informationen](docs:guide/server-definitions.md)',
    },
    propertyNames: {
      pattern: '^[a-zA-Z0-9_-]{1,100}$',
      patternErrorMessage: {
        en: 'Use at most 100 letters, digits, "_" and "-". The name becomes part of the tool names that the model sees.',
        de: 'Verwenden Sie höchstens 100 Buchstaben, Ziffern, „_“ und „-“. Der Name wird Teil der Toolnamen, die das Modell sieht.',
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
    type: 'array',
    default: [],
    markdownDescription: {
      en: 'Values that servers need and that you are asked for, used as `${input:id}` in `#patchbay.servers#`. [Clear the answers](command:patchbay.forgetInputs) to be asked again.',
      de: 'Werte, die Server benötigen und nach denen Sie gefragt werden, als `${input:id}` in `#patchbay.servers#`. [Antworten löschen](command:patchbay.forgetInputs), um erneut gefragt zu werden.',
    },
    items: {
      type: 'object',
      required: ['id', 'type'],
      defaultSnippets: [
        {
          label: { en: 'password', de: 'Kennwort' },
          description: {
            en: 'A value that you are asked for once and that is kept in the secret storage',
            de: 'Ein Wert, der einmal erfragt und im Geheimnisspeicher abgelegt wird',
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
            en: 'The name of the input in `${input:id}`.',
            de: 'Der Name der Eingabe in `${input:id}`.',
          },
        },
        type: {
          enum: ['promptString', 'pickString'],
          enumDescriptions: [
            { en: 'You type the value.', de: 'Sie geben den Wert ein.' },
            { en: 'You select the value from `options`.', de: 'Sie wählen den Wert aus `options` aus.' },
          ],
          markdownDescription: {
            en: 'The way you enter the value.',
            de: 'Die Art, wie Sie den Wert eingeben.',
          },
        },
        description: {
          type: 'string',
          markdownDescription: {
            en: 'The description that is shown when you are asked for the value.',
            de: 'Die Beschreibung, die bei der Abfrage des Werts angezeigt wird.',
          },
        },
        default: {
          type: 'string',
          markdownDescription: {
            en: 'The default value.',
            de: 'Der Standardwert.',
          },
        },
        password: {
          type: 'boolean',
          default: false,
          markdownDescription: {
            en: 'Controls whether the value is hidden while you type, and kept in the secret storage instead of as plain text (promptString).',
            de: 'Steuert, ob der Wert bei der Eingabe verborgen und im Geheimnisspeicher statt im Klartext abgelegt wird (promptString).',
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
            en: 'The values to select from (pickString).',
            de: 'Die Werte, die zur Auswahl stehen (pickString).',
          },
        },
      },
    },
  },

  linkVscodeServers: {
    scope: 'window',
    restricted: true,
    type: 'boolean',
    default: false,
    markdownDescription: {
      en: 'Controls whether servers from `.mcp.json` and `.vscode/mcp.json` of a trusted workspace are also used. VS Code and Patchbay then each start them. [Learn more](docs:guide/add-a-server.md)',
      de: 'Steuert, ob auch Server aus `.mcp.json` und `.vscode/mcp.json` eines vertrauenswürdigen Arbeitsbereichs verwendet werden. VS Code und Patchbay starten sie dann beide. [Weitere Informationen](docs:guide/add-a-server.md)',
    },
  },

  serverGrace: {
    scope: 'window',
    type: 'integer',
    default: 2000,
    minimum: 0,
    maximum: 60000,
    markdownDescription: {
      en: 'Controls how long, in milliseconds, to wait for connecting servers before sending a message.',
      de: 'Steuert, wie lange (in Millisekunden) vor dem Senden einer Nachricht auf Server gewartet wird, die noch verbunden werden.',
    },
  },

  'oauth.clientMetadataUrl': {
    scope: 'application',
    type: 'string',
    default: '',
    markdownDescription: {
      en: 'An https URL of a Client ID Metadata Document for OAuth sign-in. If empty, Patchbay registers itself dynamically.',
      de: 'Eine https-URL eines Client ID Metadata Document für die OAuth-Anmeldung. Wenn leer, registriert sich Patchbay dynamisch.',
    },
  },

  'sampling.maxPerMinute': {
    scope: 'application',
    type: 'integer',
    default: 10,
    minimum: 0,
    markdownDescription: {
      en: 'Controls how many requests to your model (MCP sampling) each server can make per minute. `0` refuses all requests.',
      de: 'Steuert, wie viele Anfragen an Ihr Modell (MCP-Sampling) jeder Server pro Minute stellen kann. `0` lehnt alle Anfragen ab.',
    },
  },

  'sampling.reviewResult': {
    scope: 'application',
    type: 'boolean',
    default: false,
    markdownDescription: {
      en: "Controls whether you review the model's answer before it is sent to the server that requested it (MCP sampling). [Revoke sampling permissions](command:patchbay.forgetSampling)",
      de: 'Steuert, ob Sie die Antwort des Modells prüfen, bevor sie an den anfragenden Server gesendet wird (MCP-Sampling). [Freigaben für Sampling widerrufen](command:patchbay.forgetSampling)',
    },
  },

  'policy.servers': {
    scope: 'machine',
    type: 'object',
    default: {},
    markdownDescription: {
      en: 'Controls which servers can run on this machine (for administrators). A missing list sets no limit, an empty allow list allows nothing, and denied entries take precedence. [Learn more](docs:teams.md)',
      de: 'Steuert, welche Server auf diesem Computer laufen dürfen (für Administratoren). Eine fehlende Liste begrenzt nichts, eine leere erlaubt nichts, Verbote haben Vorrang. [Weitere Informationen](docs:teams.md)',
    },
    additionalProperties: false,
    properties: {
      allowedCommands: {
        type: 'array',
        items: { type: 'string' },
        markdownDescription: {
          en: 'The commands that may be started, such as `uvx`, `npx -y @example/*` or `/opt/tools/*`, optionally with their first arguments. A command without a path is looked up in the PATH of VS Code.',
          de: 'Die Befehle, die gestartet werden dürfen, etwa `uvx`, `npx -y @example/*` oder `/opt/tools/*`, optional mit ihren ersten Argumenten. Ein Befehl ohne Pfad wird im PATH von VS Code gesucht.',
        },
      },
      deniedCommands: {
        type: 'array',
        items: { type: 'string' },
        markdownDescription: {
          en: 'Commands that may not be started, regardless of their path.',
          de: 'Befehle, die nicht gestartet werden dürfen, unabhängig vom Pfad.',
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
          en: 'The environment variables that a server may set in `env` or `envFile`, such as `EXAMPLE_*`. If absent, `allowedCommands` refuses variables that determine what code is run, such as `NODE_OPTIONS`.',
          de: 'Die Umgebungsvariablen, die ein Server in `env` oder `envFile` setzen darf, etwa `EXAMPLE_*`. Ohne Liste lehnt `allowedCommands` Variablen ab, die den ausgeführten Code bestimmen, etwa `NODE_OPTIONS`.',
        },
      },
    },
  },
} as const satisfies Settings;
