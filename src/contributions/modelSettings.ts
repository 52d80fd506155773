import type { Settings } from './setting.ts';
import type { Text } from './text.ts';

const toolCalling = {
  type: 'boolean',
  default: true,
  description: {
    en: 'Whether the model supports tool calls. If off, no tools are sent.',
    de: 'Ob das Modell Toolaufrufe unterstützt. Wenn deaktiviert, werden keine Tools gesendet.',
  },
} as const;

const images = {
  type: 'boolean',
  default: true,
  description: {
    en: 'Whether the model supports images. If off, the model only receives the names of images.',
    de: 'Ob das Modell Bilder unterstützt. Wenn deaktiviert, erhält das Modell nur die Namen von Bildern.',
  },
} as const;

const schema = {
  enum: ['auto', 'standard', 'gemini', 'plain'],
  default: 'auto',
  enumDescriptions: [
    { en: "Chosen by the endpoint and the model's name.", de: 'Nach Endpunkt und Modellname ausgewählt.' },
    {
      en: 'JSON Schema as OpenAI, Ollama, vLLM, llama.cpp, Mistral and DeepSeek take it.',
      de: 'JSON Schema, wie es OpenAI, Ollama, vLLM, llama.cpp, Mistral und DeepSeek annehmen.',
    },
    {
      en: 'The part of OpenAPI 3.0 that Gemini takes.',
      de: 'Der Teil von OpenAPI 3.0, den Gemini annimmt.',
    },
    {
      en: 'A minimal schema, for endpoints that do not accept the others.',
      de: 'Ein minimales Schema für Endpunkte, die die anderen ablehnen.',
    },
  ],
  description: {
    en: 'How the schemas of tools are written for the model.',
    de: 'Wie die Schemas der Tools für das Modell geschrieben werden.',
  },
} as const;

const api = {
  enum: ['auto', 'chat', 'responses'],
  default: 'auto',
  enumDescriptions: [
    {
      en: 'Responses for OpenAI, Chat Completions for every other endpoint, and the other one where the endpoint asks for it.',
      de: 'Responses für OpenAI, Chat Completions für jeden anderen Endpunkt und die jeweils andere, wenn der Endpunkt sie verlangt.',
    },
    { en: 'Chat Completions (`/chat/completions`).', de: 'Chat Completions (`/chat/completions`).' },
    {
      en: 'Responses (`/responses`). Nothing is stored at the endpoint.',
      de: 'Responses (`/responses`). Beim Endpunkt wird nichts gespeichert.',
    },
  ],
  description: {
    en: 'The API by which the model is asked.',
    de: 'Die API, über die das Modell gefragt wird.',
  },
} as const;

const textCalls = {
  enum: ['auto', 'on', 'off'],
  default: 'auto',
  enumDescriptions: [
    {
      en: 'Not run. The chat offers to allow such calls for a model that seems to support no other form.',
      de: 'Wird nicht ausgeführt. Der Chat bietet an, solche Aufrufe für ein Modell zu erlauben, das keine andere Form zu unterstützen scheint.',
    },
    {
      en: 'Treated as a tool call that always asks before it runs.',
      de: 'Gilt als Aufruf, der immer fragt, bevor er ausgeführt wird.',
    },
    { en: 'Treated as text.', de: 'Wird als Text behandelt.' },
  ],
  description: {
    en: 'Whether a tool call that the model writes into the text of its answer is taken for a call. Small local models do that. A text can also quote what a file or a page says, so such a call always asks before it runs, and one that stands in a quotation, in code, or in anything that the model has read is never run.',
    de: 'Ob ein Toolaufruf, den das Modell in den Text seiner Antwort schreibt, als Aufruf gilt. Kleine lokale Modelle tun das. Ein Text kann auch zitieren, was in einer Datei oder auf einer Seite steht. Deshalb fragt ein solcher Aufruf immer, bevor er ausgeführt wird; einer, der in einem Zitat, in Code oder in etwas steht, was das Modell gelesen hat, wird nie ausgeführt.',
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
        en: 'How much the model reasons. Each model takes some of these values.',
        de: 'Wie viel das Modell nachdenkt. Jedes Modell nimmt einige dieser Werte an.',
      },
    },
    effortField: {
      type: 'string',
      enum: ['reasoning_effort', 'reasoning', 'thinking'],
      description: {
        en: 'The field for the effort in Chat Completions, for a gateway with another one: `reasoning_effort`, `reasoning` as OpenRouter, or `thinking` with a budget of tokens as Anthropic. If absent: as the host is known to want it.',
        de: 'Das Feld für den Aufwand in Chat Completions, für ein Gateway, das ein anderes erwartet: `reasoning_effort`, `reasoning` wie OpenRouter oder `thinking` mit einem Tokenbudget wie Anthropic. Wenn nicht angegeben: so, wie der Host es bekanntermaßen erwartet.',
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
        en: 'The output limit in tokens, with reasoning.',
        de: 'Die Ausgabegrenze in Token, einschließlich Reasoning.',
      },
    },
    cache: {
      type: 'string',
      enum: ['key', 'marks', 'off'],
      description: {
        en: 'How the endpoint is told what to cache: a `prompt_cache_key` for each conversation, `cache_control` marks in messages, or nothing. If absent: as the endpoint is known to want it.',
        de: 'Wie der Endpunkt erfährt, was er cachen soll: durch einen `prompt_cache_key` je Konversation, durch `cache_control`-Markierungen in Nachrichten oder gar nicht. Wenn nicht angegeben: so, wie der Endpunkt es bekanntermaßen erwartet.',
      },
    },
    extraBody: {
      type: 'object',
      description: {
        en: 'Further fields of the request, at most 16 with 8,192 characters. Messages, tools, streaming and storage cannot be set.',
        de: 'Weitere Felder der Anfrage, höchstens 16 mit 8.192 Zeichen. Nachrichten, Tools, Streaming und Speicherung lassen sich nicht festlegen.',
      },
    },
  },
  description: {
    en: 'Fields that are sent with every request. A field that the endpoint refuses is left out, and the chat says so.',
    de: 'Felder, die mit jeder Anfrage gesendet werden. Ein Feld, das der Endpunkt ablehnt, wird weggelassen, und der Chat sagt das.',
  },
} as const;

const amount = { type: 'number', minimum: 0, maximum: 100_000 } as const;

const price = {
  type: 'object',
  required: ['input', 'output'],
  additionalProperties: false,
  properties: {
    input: { ...amount, description: { en: 'Tokens that are sent.', de: 'Gesendete Token.' } },
    output: {
      ...amount,
      description: { en: 'Tokens that are received.', de: 'Empfangene Token.' },
    },
    cachedInput: {
      ...amount,
      description: {
        en: 'Sent tokens from the cache. If absent: as `input`.',
        de: 'Gesendete Token aus dem Cache. Wenn nicht angegeben: wie `input`.',
      },
    },
    cacheWrite: {
      ...amount,
      description: {
        en: 'Sent tokens that the endpoint puts into its cache. If absent: as `input`.',
        de: 'Gesendete Token, die der Endpunkt in seinen Cache legt. Wenn nicht angegeben: wie `input`.',
      },
    },
  },
  description: {
    en: 'The price of a million tokens in US dollars, in place of the known one. It is that of `model`; without `model` that of each model of this endpoint.',
    de: 'Der Preis von einer Million Token in US-Dollar, anstelle des bekannten. Er gilt für `model`, ohne `model` für jedes Modell dieses Endpunkts.',
  },
} as const;

/** A profile describes the same value in plain text. */
function asMarkdown<S extends { readonly description: Text }>({ description, ...values }: S) {
  return { ...values, markdownDescription: description } as const;
}

export const modelSettings = {
  'model.provider': {
    scope: 'application',
    order: 10,
    type: 'string',
    enum: ['endpoint', 'editor'],
    default: 'endpoint',
    enumDescriptions: [
      {
        en: 'An OpenAI-compatible endpoint: that of the base URL, or of a profile.',
        de: 'Ein OpenAI-kompatibler Endpunkt: der der Basis-URL oder der eines Profils.',
      },
      {
        en: "A language model that an extension has given the editor, GitHub Copilot for example. The model's name is then its vendor and id: vendor/id.",
        de: 'Ein Sprachmodell, das eine Erweiterung dem Editor zur Verfügung stellt, zum Beispiel GitHub Copilot. Der Modellname besteht dann aus Anbieter und ID: vendor/id.',
      },
    ],
    markdownDescription: {
      en: 'The provider of the model. _Select Model_ sets it; models of the editor are used only when you choose one.',
      de: 'Der Anbieter des Modells. _Modell auswählen_ legt es fest; Modelle des Editors werden nur verwendet, wenn Sie eines auswählen.',
    },
  },

  'model.baseUrl': {
    scope: 'application',
    order: 11,
    type: 'string',
    default: '',
    markdownDescription: {
      en: 'The base URL of an OpenAI-compatible endpoint, such as `http://127.0.0.1:11434/v1`. If empty: `OPENAI_BASE_URL` of the environment, else `https://api.openai.com/v1`.',
      de: 'Die Basis-URL eines OpenAI-kompatiblen Endpunkts, etwa `http://127.0.0.1:11434/v1`. Wenn leer: `OPENAI_BASE_URL` aus der Umgebung, sonst `https://api.openai.com/v1`.',
    },
  },

  'model.name': {
    scope: 'application',
    order: 12,
    type: 'string',
    default: '',
    markdownDescription: {
      en: "The model's name at that endpoint, or `vendor/id` of a language model of the editor. If empty: `OPENAI_MODEL` of the environment. [Choose one](command:patchbay.selectModel)",
      de: 'Der Name des Modells an diesem Endpunkt oder `vendor/id` eines Sprachmodells des Editors. Wenn leer: `OPENAI_MODEL` aus der Umgebung. [Modell auswählen](command:patchbay.selectModel)',
    },
  },

  'model.api': {
    scope: 'application',
    order: 13,
    type: 'string',
    ...asMarkdown(api),
  },

  'model.toolCalling': {
    scope: 'application',
    order: 13,
    ...asMarkdown(toolCalling),
  },

  'model.contextWindow': {
    scope: 'application',
    order: 14,
    type: ['integer', 'null'],
    default: null,
    minimum: 1000,
    markdownDescription: {
      en: "The model's context window in tokens. If empty: what the endpoint's list of models says, else 128,000 until the endpoint refuses a request as too long. Set it for an endpoint that cuts long conversations silently, as Ollama does (its `num_ctx`).",
      de: 'Das Kontextfenster des Modells in Token. Wenn leer: was die Modellliste des Endpunkts angibt, sonst 128.000, bis der Endpunkt eine Anfrage als zu lang ablehnt. Legen Sie es für einen Endpunkt fest, der lange Konversationen stillschweigend kürzt, wie Ollama (dort `num_ctx`).',
    },
  },

  'model.images': {
    scope: 'application',
    order: 15,
    ...asMarkdown(images),
  },

  'model.parallelCalls': {
    scope: 'application',
    order: 16,
    type: ['boolean', 'null'],
    default: null,
    markdownDescription: {
      en: 'Whether the model may ask for several tool calls at once (`parallel_tool_calls`). If empty, the field is not sent because many endpoints refuse it. An endpoint that refuses the field is asked again without it.',
      de: 'Ob das Modell mehrere Toolaufrufe auf einmal verlangen darf (`parallel_tool_calls`). Wenn leer, wird das Feld nicht gesendet, weil viele Endpunkte es ablehnen; ein Endpunkt, der es ablehnt, wird ohne das Feld erneut gefragt.',
    },
  },

  'model.schema': {
    scope: 'application',
    order: 17,
    type: 'string',
    ...asMarkdown(schema),
  },

  'model.textCalls': {
    scope: 'application',
    order: 17,
    type: 'string',
    ...asMarkdown(textCalls),
  },

  'model.request': {
    scope: 'application',
    order: 17,
    ...asMarkdown(request),
  },

  'model.profile': {
    scope: 'application',
    order: 18,
    type: 'string',
    default: '',
    markdownDescription: {
      en: 'The name of the profile in `#patchbay.model.profiles#` whose endpoint is used instead of `#patchbay.model.baseUrl#`. _Select Model_ sets it.',
      de: 'Der Name des Profils in `#patchbay.model.profiles#`, dessen Endpunkt anstelle von `#patchbay.model.baseUrl#` verwendet wird. _Modell auswählen_ legt ihn fest.',
    },
  },

  'model.profiles': {
    scope: 'application',
    order: 19,
    type: 'object',
    default: {},
    markdownDescription: {
      en: 'Endpoints by name, whose models _Select Model_ offers as well. API keys are not written here: choose the profile and run [Set API Key](command:patchbay.setApiKey).',
      de: 'Endpunkte nach Namen, deren Modelle _Modell auswählen_ ebenfalls anbietet. API-Schlüssel stehen nicht hier: Wählen Sie das Profil aus, und führen Sie [API-Schlüssel festlegen](command:patchbay.setApiKey) aus.',
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
            en: 'The model that is used until another one of this endpoint is chosen.',
            de: 'Das Modell, das verwendet wird, bis ein anderes dieses Endpunkts ausgewählt wird.',
          },
        },
        headers: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: {
            en: "Sent with every request. Values can contain ${secret:name}, which is asked for once and kept in the editor's secret storage, and ${env:NAME}.",
            de: 'Werden mit jeder Anfrage gesendet. Werte dürfen ${secret:name} enthalten, das einmal erfragt und im Geheimnisspeicher des Editors abgelegt wird, sowie ${env:NAME}.',
          },
        },
        api,
        toolCalling,
        contextWindow: {
          type: 'integer',
          minimum: 1000,
          description: {
            en: "The context window in tokens. If absent: what the endpoint's list of models says.",
            de: 'Das Kontextfenster in Token. Wenn nicht angegeben: was die Modellliste des Endpunkts angibt.',
          },
        },
        images,
        parallelCalls: {
          type: 'boolean',
          description: {
            en: 'Whether the model may ask for several tool calls at once. If absent, the field is not sent.',
            de: 'Ob das Modell mehrere Toolaufrufe auf einmal verlangen darf. Wenn nicht angegeben, wird das Feld nicht gesendet.',
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
    order: 20,
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 65535 },
    uniqueItems: true,
    default: [11434, 1234, 8080, 8000, 1337],
    markdownDescription: {
      en: 'The ports of this machine (127.0.0.1) where _Select Model_ looks for model servers: those of Ollama, LM Studio, llama.cpp, vLLM and Jan. They are asked for their models when you open that list and at no other time. If empty: none.',
      de: 'Die Ports dieses Computers (127.0.0.1), an denen _Modell auswählen_ nach Modellservern sucht: die von Ollama, LM Studio, llama.cpp, vLLM und Jan. Sie werden nur dann nach ihren Modellen gefragt, wenn Sie diese Liste öffnen. Wenn leer: keine.',
    },
  },
} as const satisfies Settings;
