import type { Settings } from './setting.ts';
import type { Text } from './text.ts';

const automatic = { en: 'Automatic', de: 'Automatisch' } as const satisfies Text;

const toolCalling = {
  type: 'boolean',
  default: true,
  description: {
    en: 'Specifies whether the model supports tool calls. If off, no tools are sent.',
    de: 'Gibt an, ob das Modell Toolaufrufe unterstützt. Wenn deaktiviert, werden keine Tools gesendet.',
  },
} as const;

const images = {
  type: 'boolean',
  default: true,
  description: {
    en: 'Specifies whether the model supports images. If off, the model receives only the names of images.',
    de: 'Gibt an, ob das Modell Bilder unterstützt. Wenn deaktiviert, erhält das Modell nur die Namen von Bildern.',
  },
} as const;

const schema = {
  enum: ['auto', 'standard', 'gemini', 'plain'],
  default: 'auto',
  enumItemLabels: [
    automatic,
    { en: 'JSON Schema', de: 'JSON Schema' },
    { en: 'Gemini', de: 'Gemini' },
    { en: 'Minimal', de: 'Minimal' },
  ],
  enumDescriptions: [
    { en: "Depends on the endpoint and the model's name.", de: 'Richtet sich nach Endpunkt und Modellname.' },
    {
      en: 'JSON Schema, for OpenAI, Ollama, vLLM, llama.cpp, Mistral and DeepSeek.',
      de: 'JSON Schema, für OpenAI, Ollama, vLLM, llama.cpp, Mistral und DeepSeek.',
    },
    {
      en: 'OpenAPI 3.0 subset, for Gemini.',
      de: 'Teilmenge von OpenAPI 3.0, für Gemini.',
    },
    {
      en: 'A minimal schema, for endpoints that do not accept the others.',
      de: 'Ein minimales Schema für Endpunkte, die die anderen ablehnen.',
    },
  ],
  description: {
    en: 'The schema format that is used for tool definitions.',
    de: 'Das Schemaformat, das für Tooldefinitionen verwendet wird.',
  },
} as const;

const api = {
  enum: ['auto', 'chat', 'responses'],
  default: 'auto',
  enumItemLabels: [
    automatic,
    { en: 'Chat Completions', de: 'Chat Completions' },
    { en: 'Responses', de: 'Responses' },
  ],
  enumDescriptions: [
    {
      en: 'Responses for OpenAI, Chat Completions for other endpoints. If the endpoint requires the other API, Patchbay switches to it.',
      de: 'Responses für OpenAI, Chat Completions für andere Endpunkte. Verlangt der Endpunkt die andere API, wechselt Patchbay zu ihr.',
    },
    { en: 'Chat Completions (`/chat/completions`).', de: 'Chat Completions (`/chat/completions`).' },
    {
      en: 'Responses (`/responses`). Nothing is stored at the endpoint.',
      de: 'Responses (`/responses`). Beim Endpunkt wird nichts gespeichert.',
    },
  ],
  description: {
    en: 'The API that is used for requests to the model.',
    de: 'Die API für Anfragen an das Modell.',
  },
} as const;

const textCalls = {
  enum: ['auto', 'on', 'off'],
  default: 'auto',
  enumItemLabels: [
    { en: 'Offer', de: 'Anbieten' },
    { en: 'On', de: 'Ein' },
    { en: 'Off', de: 'Aus' },
  ],
  enumDescriptions: [
    {
      en: 'Calls are not run. The chat offers to allow them for a model that seems to support no other form.',
      de: 'Aufrufe werden nicht ausgeführt. Der Chat bietet an, sie für ein Modell zu erlauben, das keine andere Form zu unterstützen scheint.',
    },
    {
      en: 'Calls are run after you approve them.',
      de: 'Aufrufe werden nach Ihrer Freigabe ausgeführt.',
    },
    { en: 'Calls are treated as text.', de: 'Aufrufe werden als Text behandelt.' },
  ],
  description: {
    en: 'Controls whether tool calls that the model writes as text are run. Small local models do this. These calls always need approval.',
    de: 'Steuert, ob Toolaufrufe ausgeführt werden, die das Modell als Text schreibt. Kleine lokale Modelle tun dies. Sie brauchen immer eine Freigabe.',
  },
} as const;

const request = {
  type: 'object',
  default: {},
  additionalProperties: false,
  properties: {
    effort: {
      type: 'string',
      enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
      description: {
        en: 'The reasoning effort. Not every model supports every value.',
        de: 'Der Reasoning-Aufwand. Nicht jedes Modell unterstützt jeden Wert.',
      },
    },
    effortField: {
      type: 'string',
      enum: ['reasoning_effort', 'reasoning', 'thinking'],
      description: {
        en: 'The Chat Completions field that carries the effort: `reasoning_effort`, `reasoning` (OpenRouter) or `thinking` (Anthropic). If absent, it depends on the endpoint.',
        de: 'Das Chat-Completions-Feld für den Aufwand: `reasoning_effort`, `reasoning` (OpenRouter) oder `thinking` (Anthropic). Ohne Angabe je nach Endpunkt.',
      },
    },
    temperature: {
      type: 'number',
      minimum: 0,
      maximum: 2,
      description: { en: 'The sampling temperature.', de: 'Die Sampling-Temperatur.' },
    },
    topP: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: { en: 'Nucleus sampling (`top_p`).', de: 'Nucleus-Sampling (`top_p`).' },
    },
    maxTokens: {
      type: 'integer',
      minimum: 1,
      description: {
        en: 'The maximum output tokens, including reasoning.',
        de: 'Die maximale Anzahl der Ausgabetoken, einschließlich Reasoning.',
      },
    },
    cache: {
      type: 'string',
      enum: ['key', 'marks', 'off'],
      description: {
        en: 'The way prompt caching is requested: `key` (`prompt_cache_key`), `marks` (`cache_control`) or `off`. If absent, it depends on the endpoint.',
        de: 'Die Art, wie Promptcaching angefordert wird: `key` (`prompt_cache_key`), `marks` (`cache_control`) oder `off`. Ohne Angabe je nach Endpunkt.',
      },
    },
    extraBody: {
      type: 'object',
      description: {
        en: 'Additional request fields, at most 16 with 8,192 characters in total. Messages, tools, streaming and storage cannot be set.',
        de: 'Weitere Felder der Anfrage, höchstens 16 mit insgesamt 8.192 Zeichen. Nachrichten, Tools, Streaming und Speicherung lassen sich nicht festlegen.',
      },
    },
  },
  description: {
    en: 'Fields that are sent with every request. If the endpoint refuses a field, Patchbay omits it and tells you in the chat.',
    de: 'Felder, die mit jeder Anfrage gesendet werden. Lehnt der Endpunkt ein Feld ab, lässt Patchbay es weg und meldet das im Chat.',
  },
} as const;

const amount = { type: 'number', minimum: 0, maximum: 100_000 } as const;

const price = {
  type: 'object',
  required: ['input', 'output'],
  additionalProperties: false,
  properties: {
    input: { ...amount, description: { en: 'Tokens sent.', de: 'Gesendete Token.' } },
    output: {
      ...amount,
      description: { en: 'Tokens received.', de: 'Empfangene Token.' },
    },
    cachedInput: {
      ...amount,
      description: {
        en: 'Tokens read from the cache. If absent, the `input` price is used.',
        de: 'Aus dem Cache gelesene Token. Ohne Angabe gilt der Preis `input`.',
      },
    },
    cacheWrite: {
      ...amount,
      description: {
        en: 'Tokens written to the cache. If absent, the `input` price is used.',
        de: 'In den Cache geschriebene Token. Ohne Angabe gilt der Preis `input`.',
      },
    },
  },
  description: {
    en: 'The price per million tokens in US dollars, which overrides the built-in price. Without `model`, it applies to all models of this endpoint.',
    de: 'Der Preis pro Million Token in US-Dollar, der den integrierten Preis überschreibt. Ohne `model` gilt er für alle Modelle dieses Endpunkts.',
  },
} as const;

/** A profile describes the same value in plain text. */
function asMarkdown<S extends { readonly description: Text }>({ description, ...values }: S) {
  return { ...values, markdownDescription: description } as const;
}

export const modelSettings = {
  'model.provider': {
    scope: 'application',
    type: 'string',
    enum: ['endpoint', 'editor'],
    default: 'endpoint',
    enumItemLabels: [
      { en: 'Endpoint', de: 'Endpunkt' },
      { en: 'VS Code', de: 'VS Code' },
    ],
    enumDescriptions: [
      {
        en: 'An OpenAI-compatible endpoint, from the base URL or a profile.',
        de: 'Ein OpenAI-kompatibler Endpunkt, aus der Basis-URL oder einem Profil.',
      },
      {
        en: "A language model from VS Code, such as GitHub Copilot's. The model name is `vendor/id`.",
        de: 'Ein Sprachmodell aus VS Code, etwa von GitHub Copilot. Der Modellname ist `vendor/id`.',
      },
    ],
    markdownDescription: {
      en: 'Controls where the model comes from. _Select Model_ sets this.',
      de: 'Steuert, woher das Modell kommt. _Modell auswählen_ legt dies fest.',
    },
  },

  'model.baseUrl': {
    scope: 'application',
    type: 'string',
    default: '',
    markdownDescription: {
      en: 'The base URL of an OpenAI-compatible endpoint, such as `http://127.0.0.1:11434/v1`. If empty, the variable `OPENAI_BASE_URL` or `https://api.openai.com/v1` is used.',
      de: 'Die Basis-URL eines OpenAI-kompatiblen Endpunkts, etwa `http://127.0.0.1:11434/v1`. Wenn leer, wird die Variable `OPENAI_BASE_URL` oder `https://api.openai.com/v1` verwendet.',
    },
  },

  'model.name': {
    scope: 'application',
    type: 'string',
    default: '',
    markdownDescription: {
      en: 'The name of the model at the endpoint, or `vendor/id` for a model from VS Code. If empty, the variable `OPENAI_MODEL` is used. [Select a model](command:patchbay.selectModel)',
      de: 'Der Name des Modells beim Endpunkt oder `vendor/id` für ein Modell aus VS Code. Wenn leer, wird die Variable `OPENAI_MODEL` verwendet. [Modell auswählen](command:patchbay.selectModel)',
    },
  },

  'model.profile': {
    scope: 'application',
    type: 'string',
    default: '',
    markdownDescription: {
      en: 'The profile in `#patchbay.model.profiles#` that is used instead of `#patchbay.model.baseUrl#`. _Select Model_ sets this.',
      de: 'Das Profil in `#patchbay.model.profiles#`, das anstelle von `#patchbay.model.baseUrl#` verwendet wird. _Modell auswählen_ legt dies fest.',
    },
  },

  'model.profiles': {
    scope: 'application',
    type: 'object',
    default: {},
    markdownDescription: {
      en: 'Endpoints by name, whose models _Select Model_ also offers. To store an API key, select the profile and run [Set API Key](command:patchbay.setApiKey). [Learn more](docs:guide/providers.md)',
      de: 'Endpunkte nach Namen, deren Modelle _Modell auswählen_ ebenfalls anbietet. Für einen API-Schlüssel wählen Sie das Profil aus und führen [API-Schlüssel festlegen](command:patchbay.setApiKey) aus. [Weitere Informationen](docs:guide/providers.md)',
    },
    additionalProperties: {
      type: 'object',
      required: ['baseUrl'],
      additionalProperties: false,
      properties: {
        baseUrl: {
          type: 'string',
          description: {
            en: 'The base URL of an OpenAI-compatible endpoint.',
            de: 'Die Basis-URL eines OpenAI-kompatiblen Endpunkts.',
          },
        },
        model: {
          type: 'string',
          description: {
            en: 'The model that is used until you select another one of this endpoint.',
            de: 'Das Modell, das verwendet wird, bis Sie ein anderes dieses Endpunkts auswählen.',
          },
        },
        headers: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: {
            en: 'Headers that are sent with every request. Values can contain ${env:NAME} and ${secret:name}, which you are asked for once and which is kept in the secret storage.',
            de: 'Header, die mit jeder Anfrage gesendet werden. Werte können ${env:NAME} und ${secret:name} enthalten. Letzteres wird einmal erfragt und im Geheimnisspeicher abgelegt.',
          },
        },
        api,
        toolCalling,
        contextWindow: {
          type: 'integer',
          minimum: 1000,
          description: {
            en: "The context window in tokens. If absent, the endpoint's value is used.",
            de: 'Das Kontextfenster in Token. Ohne Angabe gilt der Wert des Endpunkts.',
          },
        },
        images,
        parallelCalls: {
          type: 'boolean',
          description: {
            en: 'Controls whether the model may request several tool calls at once. If absent, nothing is sent.',
            de: 'Steuert, ob das Modell mehrere Toolaufrufe auf einmal anfordern darf. Ohne Angabe wird nichts gesendet.',
          },
        },
        schema,
        textCalls,
        request,
        price,
      },
    },
  },

  'model.localPorts': {
    scope: 'application',
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 65535 },
    uniqueItems: true,
    default: [11434, 1234, 8080, 8000, 1337],
    markdownDescription: {
      en: 'Local ports where _Select Model_ looks for model servers (Ollama, LM Studio, llama.cpp, vLLM, Jan). Leave empty to disable.',
      de: 'Lokale Ports, an denen _Modell auswählen_ nach Modellservern sucht (Ollama, LM Studio, llama.cpp, vLLM, Jan). Zum Deaktivieren leer lassen.',
    },
  },

  'model.api': {
    scope: 'application',
    type: 'string',
    ...asMarkdown(api),
  },

  'model.contextWindow': {
    scope: 'application',
    type: ['integer', 'null'],
    default: null,
    minimum: 1000,
    markdownDescription: {
      en: "The context window in tokens. If empty, the endpoint's value or 128,000 is used. For Ollama, set this to `num_ctx`.",
      de: 'Das Kontextfenster in Token. Wenn leer, wird der Wert des Endpunkts oder 128.000 verwendet. Legen Sie für Ollama den Wert von `num_ctx` fest.',
    },
  },

  'model.toolCalling': {
    scope: 'application',
    ...asMarkdown(toolCalling),
  },

  'model.images': {
    scope: 'application',
    ...asMarkdown(images),
  },

  'model.parallelCalls': {
    scope: 'application',
    type: ['boolean', 'null'],
    default: null,
    markdownDescription: {
      en: 'Controls whether the model may request several tool calls at once (`parallel_tool_calls`). If empty, nothing is sent.',
      de: 'Steuert, ob das Modell mehrere Toolaufrufe auf einmal anfordern darf (`parallel_tool_calls`). Wenn leer, wird nichts gesendet.',
    },
  },

  'model.schema': {
    scope: 'application',
    type: 'string',
    ...asMarkdown(schema),
  },

  'model.textCalls': {
    scope: 'application',
    type: 'string',
    ...asMarkdown(textCalls),
  },

  'model.request': {
    scope: 'application',
    ...asMarkdown(request),
  },
} as const satisfies Settings;
