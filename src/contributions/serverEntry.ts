export const serverEntry = {
  type: 'object',
  defaultSnippets: [
    {
      label: { en: 'stdio server', de: 'stdio-Server' },
      description: {
        en: 'A command that uses MCP over stdin and stdout',
        de: 'Ein Befehl, der MCP über stdin und stdout verwendet',
      },
      body: {
        type: 'stdio',
        command: '${1:npx}',
        args: ['${2:-y}', '${3:@modelcontextprotocol/server-everything}'],
      },
    },
    {
      label: { en: 'http server', de: 'http-Server' },
      description: {
        en: 'A URL that uses Streamable HTTP',
        de: 'Eine URL, die Streamable HTTP verwendet',
      },
      body: { type: 'http', url: '${1:https://example.com/mcp}' },
    },
    {
      label: { en: 'npx server with a secret', de: 'npx-Server mit Geheimnis' },
      description: {
        en: 'A package from npm whose key is kept in the secret storage',
        de: 'Ein Paket von npm, dessen Schlüssel im Geheimnisspeicher liegt',
      },
      body: {
        command: 'npx',
        args: ['-y', '${1:package}'],
        env: { '${2:API_KEY}': '\\${secret:${3:api-key}}' },
      },
    },
    {
      label: { en: 'uvx server', de: 'uvx-Server' },
      description: { en: 'A package from PyPI, run by uv', de: 'Ein Paket von PyPI, ausgeführt mit uv' },
      body: { command: 'uvx', args: ['${1:mcp-server-git}'] },
    },
    {
      label: { en: 'docker server', de: 'docker-Server' },
      description: {
        en: 'An image that uses MCP over stdin and stdout',
        de: 'Ein Image, das MCP über stdin und stdout verwendet',
      },
      body: { command: 'docker', args: ['run', '-i', '--rm', '${1:mcp/fetch}'] },
    },
    {
      label: { en: 'http server with a token', de: 'http-Server mit Token' },
      description: {
        en: 'A URL and an Authorization header from the secret storage',
        de: 'Eine URL und ein Authorization-Header aus dem Geheimnisspeicher',
      },
      body: {
        type: 'http',
        url: '${1:https://example.com/mcp}',
        headers: { Authorization: 'Bearer \\${secret:${2:token}}' },
      },
    },
    {
      label: { en: 'sse server', de: 'sse-Server' },
      description: { en: 'A URL of the older transport', de: 'Eine URL des älteren Transports' },
      body: { type: 'sse', url: '${1:https://example.com/sse}' },
    },
  ],
  properties: {
    type: {
      enum: ['stdio', 'http', 'sse'],
      enumDescriptions: [
        {
          en: 'A process that uses MCP over stdin and stdout.',
          de: 'Ein Prozess, der MCP über stdin und stdout verwendet.',
        },
        { en: 'Streamable HTTP.', de: 'Streamable HTTP.' },
        {
          en: 'HTTP with server-sent events, the older transport.',
          de: 'HTTP mit Server-Sent Events, der ältere Transport.',
        },
      ],
      markdownDescription: {
        en: 'The transport. May be left out: `command` means stdio; with `url`, Streamable HTTP is tried, then SSE.',
        de: 'Der Transport. Kann fehlen: `command` bedeutet stdio; bei `url` wird erst Streamable HTTP versucht, dann SSE.',
      },
    },
    command: {
      type: 'string',
      markdownDescription: {
        en: 'stdio: the program to start.',
        de: 'stdio: das Programm, das gestartet wird.',
      },
      examples: ['npx', 'uvx', 'docker', 'node', 'python'],
    },
    args: {
      type: 'array',
      items: { type: 'string' },
      markdownDescription: { en: 'stdio: its arguments.', de: 'stdio: dessen Argumente.' },
      examples: [
        ['-y', '@modelcontextprotocol/server-everything'],
        ['run', '-i', '--rm', 'mcp/fetch'],
      ],
      default: [],
    },
    env: {
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'null'] },
      markdownDescription: {
        en: 'stdio: environment variables of the server. `null` removes a variable.',
        de: 'stdio: Umgebungsvariablen des Servers. `null` entfernt eine Variable.',
      },
      examples: [{ API_KEY: '${secret:api-key}' }, { LOG_LEVEL: 'debug' }],
      default: {},
    },
    envFile: {
      type: 'string',
      markdownDescription: {
        en: 'stdio: a file with `NAME=value` lines for its environment.',
        de: 'stdio: eine Datei mit Zeilen `NAME=value` für seine Umgebung.',
      },
      examples: ['${workspaceFolder}/.env'],
    },
    inheritEnv: {
      anyOf: [{ const: 'all' }, { type: 'array', items: { type: 'string', minLength: 1 } }],
      default: [],
      markdownDescription: {
        en: 'stdio: names of the editor\'s environment variables that the server gets in addition to the usual ones, such as `PATH`, `HOME`, `LANG` and proxies; `*` stands for any text. `"all"`: every one. A server of a workspace gets what you grant it.',
        de: 'stdio: Namen von Umgebungsvariablen des Editors, die er außer den üblichen wie `PATH`, `HOME`, `LANG` und Proxys bekommt; `*` steht für beliebigen Text. `"all"`: alle. Ein Server eines Arbeitsbereichs bekommt, was Sie ihm gewähren.',
      },
      examples: [['SSH_AUTH_SOCK', 'AWS_*']],
    },
    cwd: {
      type: 'string',
      markdownDescription: {
        en: 'stdio: its working directory. The first workspace folder if absent.',
        de: 'stdio: sein Arbeitsverzeichnis. Fehlt es, ist es der erste Ordner des Arbeitsbereichs.',
      },
      examples: ['${workspaceFolder}', '${userHome}'],
    },
    url: {
      type: 'string',
      pattern: '^https?://|\\$\\{',
      patternErrorMessage: { en: 'An http or https URL.', de: 'Eine URL mit http oder https.' },
      markdownDescription: {
        en: 'http, sse: the URL of the server.',
        de: 'http, sse: die URL des Servers.',
      },
      examples: ['https://example.com/mcp', 'http://127.0.0.1:3000/mcp'],
    },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      markdownDescription: {
        en: 'http, sse: headers for each request.',
        de: 'http, sse: Header für jede Anfrage.',
      },
      examples: [{ Authorization: 'Bearer ${secret:token}' }],
      default: {},
    },
    oauth: {
      type: 'object',
      required: ['clientId'],
      additionalProperties: false,
      markdownDescription: {
        en: "http, sse: the client to sign in as, where the server's authorization server registers none by itself. Register it there with the redirect URL `http://127.0.0.1:47823/oauth`.",
        de: 'http, sse: der Client für die Anmeldung, wenn der Autorisierungsserver des Servers nicht selbst einen registriert. Registrieren Sie ihn dort mit der Umleitungs-URL `http://127.0.0.1:47823/oauth`.',
      },
      properties: {
        clientId: {
          type: 'string',
          minLength: 1,
          markdownDescription: { en: "The client's id.", de: 'Die ID des Clients.' },
        },
        clientSecret: {
          type: 'string',
          pattern: '^\\$\\{(secret|input|env):[^}]+\\}$',
          patternErrorMessage: {
            en: 'A variable such as ${secret:name}: secrets do not belong in settings.',
            de: 'Eine Variable wie ${secret:name}: Geheimnisse gehören nicht in die Einstellungen.',
          },
          markdownDescription: {
            en: "The client's secret, if it has one: a variable such as `${secret:name}`, which is asked for once and kept in the secret storage. Needs `issuer`.",
            de: 'Das Geheimnis des Clients, falls er eines hat: eine Variable wie `${secret:name}`, die einmal erfragt und im Geheimnisspeicher abgelegt wird. Erfordert `issuer`.',
          },
        },
        issuer: {
          type: 'string',
          pattern: '^https?://',
          markdownDescription: {
            en: 'The authorization server at which the client is registered. The client is not sent to any other.',
            de: 'Der Autorisierungsserver, bei dem der Client registriert ist. An keinen anderen wird der Client gesendet.',
          },
        },
        scopes: {
          type: 'array',
          items: { type: 'string' },
          markdownDescription: {
            en: 'The scopes to request instead of those proposed by the server.',
            de: 'Die Scopes, die anstelle der vom Server vorgeschlagenen angefordert werden.',
          },
        },
      },
    },
    timeout: {
      type: 'integer',
      minimum: 1,
      markdownDescription: {
        en: 'Limit for one tool call in milliseconds. Progress from the server resets the limit. The limit is paused while the server waits for your answer to a question.',
        de: 'Zeitlimit für einen Toolaufruf in Millisekunden. Jede Fortschrittsmeldung des Servers setzt es zurück. Es wird angehalten, solange der Server auf Ihre Antwort auf eine Rückfrage wartet.',
      },
      default: 60000,
      examples: [300000],
    },
    maxTimeout: {
      type: 'integer',
      minimum: 1,
      markdownDescription: {
        en: 'Limit for one tool call in milliseconds that progress does not extend. Ten times `timeout` if absent.',
        de: 'Zeitlimit für einen Toolaufruf in Millisekunden, das durch Fortschritt nicht verlängert wird. Fehlt es, gilt das Zehnfache von `timeout`.',
      },
      examples: [3600000],
    },
    setupTimeout: {
      type: 'integer',
      minimum: 1,
      markdownDescription: {
        en: 'Limit in milliseconds for starting the server, the handshake and its first lists together.',
        de: 'Zeitlimit in Millisekunden für den Start des Servers, den Handshake und die ersten Listen zusammen.',
      },
      default: 30000,
    },
    enabled: {
      type: 'boolean',
      default: true,
      markdownDescription: {
        en: 'If off, the server is not connected until you connect it.',
        de: 'Wenn deaktiviert, wird der Server erst verbunden, wenn Sie ihn verbinden.',
      },
    },
  },
} as const;
