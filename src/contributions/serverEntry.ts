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
      description: {
        en: 'A URL that uses HTTP with SSE (deprecated)',
        de: 'Eine URL, die HTTP mit SSE verwendet (veraltet)',
      },
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
          en: 'HTTP with server-sent events (deprecated).',
          de: 'HTTP mit Server-Sent Events (veraltet).',
        },
      ],
      markdownDescription: {
        en: 'The transport. If absent, a `command` uses stdio, and a `url` uses Streamable HTTP, then SSE.',
        de: 'Der Transport. Ohne Angabe verwendet ein `command` stdio und eine `url` erst Streamable HTTP, dann SSE.',
      },
    },
    command: {
      type: 'string',
      markdownDescription: {
        en: 'The command to start (stdio).',
        de: 'Der Befehl, der gestartet wird (stdio).',
      },
      examples: ['npx', 'uvx', 'docker', 'node', 'python'],
    },
    args: {
      type: 'array',
      items: { type: 'string' },
      markdownDescription: {
        en: 'The arguments of the command (stdio).',
        de: 'Die Argumente des Befehls (stdio).',
      },
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
        en: 'The environment variables of the server (stdio). `null` removes a variable.',
        de: 'Die Umgebungsvariablen des Servers (stdio). `null` entfernt eine Variable.',
      },
      examples: [{ API_KEY: '${secret:api-key}' }, { LOG_LEVEL: 'debug' }],
      default: {},
    },
    envFile: {
      type: 'string',
      markdownDescription: {
        en: 'A file with environment variables as `NAME=value` lines (stdio).',
        de: 'Eine Datei mit Umgebungsvariablen in Zeilen `NAME=value` (stdio).',
      },
      examples: ['${workspaceFolder}/.env'],
    },
    inheritEnv: {
      anyOf: [{ const: 'all' }, { type: 'array', items: { type: 'string', minLength: 1 } }],
      default: [],
      markdownDescription: {
        en: 'Environment variables that the server gets from VS Code (stdio), besides `PATH`, `HOME` and others. `*` matches any text, `all` means every variable. Workspace servers get only what you grant.',
        de: 'Umgebungsvariablen, die der Server von VS Code bekommt (stdio), neben `PATH`, `HOME` und anderen. `*` steht für beliebigen Text, `all` für alle. Server des Arbeitsbereichs bekommen nur gewährte.',
      },
      examples: [['SSH_AUTH_SOCK', 'AWS_*']],
    },
    cwd: {
      type: 'string',
      markdownDescription: {
        en: 'The working directory of the server (stdio). If absent, the first workspace folder is used.',
        de: 'Das Arbeitsverzeichnis des Servers (stdio). Ohne Angabe wird der erste Ordner des Arbeitsbereichs verwendet.',
      },
      examples: ['${workspaceFolder}', '${userHome}'],
    },
    url: {
      type: 'string',
      pattern: '^https?://|\\$\\{',
      patternErrorMessage: {
        en: 'Enter an http or https URL.',
        de: 'Geben Sie eine http- oder https-URL ein.',
      },
      markdownDescription: {
        en: 'The URL of the server (http, sse).',
        de: 'Die URL des Servers (http, sse).',
      },
      examples: ['https://example.com/mcp', 'http://127.0.0.1:3000/mcp'],
    },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      markdownDescription: {
        en: 'The headers that are sent with each request (http, sse).',
        de: 'Die Header, die mit jeder Anfrage gesendet werden (http, sse).',
      },
      examples: [{ Authorization: 'Bearer ${secret:token}' }],
      default: {},
    },
    oauth: {
      type: 'object',
      required: ['clientId'],
      additionalProperties: false,
      markdownDescription: {
        en: 'OAuth client for servers that do not support dynamic client registration (http, sse). Register it with the redirect URL `http://127.0.0.1:47823/oauth`.',
        de: 'OAuth-Client für Server, die keine dynamische Clientregistrierung unterstützen (http, sse). Registrieren Sie ihn mit der Umleitungs-URL `http://127.0.0.1:47823/oauth`.',
      },
      properties: {
        clientId: {
          type: 'string',
          minLength: 1,
          markdownDescription: { en: 'The client ID.', de: 'Die Client-ID.' },
        },
        clientSecret: {
          type: 'string',
          pattern: '^\\$\\{(secret|input|env):[^}]+\\}$',
          patternErrorMessage: {
            en: 'Use a variable such as ${secret:name}. Secrets do not belong in settings.',
            de: 'Verwenden Sie eine Variable wie ${secret:name}. Geheimnisse gehören nicht in die Einstellungen.',
          },
          markdownDescription: {
            en: 'The client secret, as a variable such as `${secret:name}`, which you are asked for once and which is kept in the secret storage. Requires `issuer`.',
            de: 'Der geheime Clientschlüssel als Variable wie `${secret:name}`, die einmal erfragt und im Geheimnisspeicher abgelegt wird. Erfordert `issuer`.',
          },
        },
        issuer: {
          type: 'string',
          pattern: '^https?://',
          markdownDescription: {
            en: 'The authorization server where the client is registered. The client is not sent to any other server.',
            de: 'Der Autorisierungsserver, bei dem der Client registriert ist. Der Client wird an keinen anderen Server gesendet.',
          },
        },
        scopes: {
          type: 'array',
          items: { type: 'string' },
          markdownDescription: {
            en: 'The scopes to request instead of those that the server proposes.',
            de: 'Die Scopes, die anstelle der vom Server vorgeschlagenen angefordert werden.',
          },
        },
      },
    },
    timeout: {
      type: 'integer',
      minimum: 1,
      markdownDescription: {
        en: 'The time limit for one tool call in milliseconds. Progress from the server resets it. It pauses while the server waits for your answer to a question.',
        de: 'Das Zeitlimit für einen Toolaufruf in Millisekunden. Jede Fortschrittsmeldung des Servers setzt es zurück. Es wird angehalten, solange der Server auf Ihre Antwort auf eine Rückfrage wartet.',
      },
      default: 60000,
      examples: [300000],
    },
    maxTimeout: {
      type: 'integer',
      minimum: 1,
      markdownDescription: {
        en: 'The time limit for one tool call in milliseconds, regardless of progress. If absent, ten times `timeout`.',
        de: 'Das Zeitlimit für einen Toolaufruf in Millisekunden, unabhängig vom Fortschritt. Ohne Angabe das Zehnfache von `timeout`.',
      },
      examples: [3600000],
    },
    setupTimeout: {
      type: 'integer',
      minimum: 1,
      markdownDescription: {
        en: 'The time limit in milliseconds for starting the server, the handshake and its first lists together.',
        de: 'Das Zeitlimit in Millisekunden für den Start des Servers, den Handshake und die ersten Listen zusammen.',
      },
      default: 30000,
    },
    enabled: {
      type: 'boolean',
      default: true,
      markdownDescription: {
        en: 'Controls whether the server connects automatically. If false, it connects only when you connect it manually.',
        de: 'Steuert, ob der Server automatisch verbunden wird. Wenn deaktiviert, verbinden Sie ihn manuell.',
      },
    },
  },
} as const;
