import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { LocalizedError, messageOf, msg } from '../../base/common/message.ts';
import { chooseModel } from '../../agent/index.ts';
import {
  createOpenAiModel,
  effortsOf,
  keyOrigin,
  listedPrice,
  listedWindow,
  listModels,
  localEndpoints,
  probeModel,
  resolveBaseURL,
  resolveConnection,
  resolveEndpoint,
  type ChatModel,
  type EndpointConnection,
  type Endpoint,
  type EndpointSettings,
  type LocalEndpoint,
  ModelError,
  parseProfiles,
  type Profile,
  type ProfileEntry,
} from '../../models/index.ts';
import type { Effort } from '../../protocol/index.ts';
import { EditorModels } from './editorModels.ts';
import type { ModelSource, OfferedModel } from './modelRows.ts';
import { type HeaderSources, profileHeaders } from './profileHeaders.ts';
import { type EditorVariables, secretKey } from '../settings/variables.ts';
import { affects, readModelSettings, readProfiles, readSetting, writeModel } from '../settings/settings.ts';
import { showInformationMessage, showInputBox } from '../ui/index.ts';

/** Limit for the list of models while a server waits for an answer of the model. */
const LIST_LIMIT_MS = 3000;
/** Limit for the list of a model server on this machine. */
const LOCAL_LIMIT_MS = 5000;
/** Limit for the first word of a local model: a refusal of tools is immediate, loading a model takes longer. */
const LOCAL_PROBE_LIMIT_MS = 4000;

/** Models of a list whose price is looked up. Each is compared with hundreds of names. */
const MOST_PRICED = 300;

/** Each origin has a key of its own, so that it is sent to no other host. */
const secretName = (origin: string): string => `patchbay.apiKey:${origin}`;

export class ModelService {
  private readonly secrets: vscode.SecretStorage;
  private readonly variables: EditorVariables;
  private readonly editors = new EditorModels();

  constructor(secrets: vscode.SecretStorage, variables: EditorVariables) {
    this.secrets = secrets;
    this.variables = variables;
  }

  get name(): string | undefined {
    const { model } = readModelSettings();
    if (model !== undefined || this.editors.isChosen) return model;
    return readProfiles().chosen === undefined
      ? process.env['OPENAI_MODEL'] || undefined
      : this.settings?.model;
  }

  /** Context window of the chosen model in tokens, as the user or a list of the endpoint has named it. */
  get contextWindow(): number | undefined {
    if (this.editors.isChosen) return readModelSettings().contextWindow;
    const { settings, name } = this;
    if (!settings || name === undefined) return undefined;
    try {
      return (
        settings.contextWindow ??
        listedWindow({ baseURL: resolveBaseURL(settings, process.env), model: name })
      );
    } catch {
      // The base URL is invalid, which the next request tells.
      return undefined;
    }
  }

  /** True as long as it is not known that the model sees no images. */
  get seesImages(): boolean {
    return this.editors.isChosen ? this.editors.seesImages : this.settings?.images !== false;
  }

  /**
   * The chosen reasoning effort: empty for the model's default, undefined for a model of the editor, of which nothing
   * is known.
   */
  get effort(): string | undefined {
    const effort = this.settings?.request?.['effort'];
    if (this.editors.isChosen) return undefined;
    return typeof effort === 'string' ? effort : '';
  }

  async efforts(): Promise<readonly Effort[]> {
    const { baseURL } = await this.connection(this.settings ?? {});
    return effortsOf({ baseURL, model: this.name ?? '' });
  }

  /** Endpoint of the chosen profile, or else of the settings. Undefined if the chosen profile is missing or broken. */
  private get settings(): EndpointSettings | undefined {
    const { value, chosen } = readProfiles();
    if (chosen === undefined) return readModelSettings();
    const entry = parseProfiles(value).find(({ name }) => name === chosen);
    return entry?.kind === 'profile' ? entry.profile : undefined;
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.workspace.onDidChangeConfiguration((event) => {
      if (
        affects(
          event,
          'model.name',
          'model.provider',
          'model.profile',
          'model.profiles',
          'model.request',
          'model.baseUrl',
          'model.contextWindow',
          'model.toolCalling',
          'model.images',
        )
      )
        listener();
    });
  }

  /**
   * `effort` replaces that of the settings; empty means the model's default. @throws ModelError if a model or key is
   * missing, or the URL is bad.
   */
  async current(signal: AbortSignal, effort?: string): Promise<ChatModel> {
    if (this.editors.isChosen) return this.editors.current(signal);
    const endpoint = await this.endpoint(signal);
    if (effort === undefined) return createOpenAiModel(endpoint);
    const { effort: _, ...others } = endpoint.request ?? {};
    const request = { ...others, ...(effort !== '' && { effort }) };
    return createOpenAiModel({ ...endpoint, request });
  }

  /** The model at the same endpoint that comes nearest to a server's hints. @throws ModelError as `current` does. */
  async nearest(hints: readonly string[], signal: AbortSignal): Promise<ChatModel> {
    if (this.editors.isChosen) return this.editors.nearest(hints, signal);
    const endpoint = await this.endpoint(signal);
    if (hints.length === 0) return createOpenAiModel(endpoint);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(LIST_LIMIT_MS)]);
    // An endpoint without a list still has the model of the settings.
    const available = await listModels({ ...endpoint, signal: inTime }).catch(() => []);
    const names = available.map(({ name }) => name);
    return createOpenAiModel({ ...endpoint, model: chooseModel(hints, names, endpoint.model) });
  }

  async setApiKey(): Promise<void> {
    if (this.editors.isChosen) {
      void showInformationMessage(
        t(
          'Patchbay: the language models of the editor need no API key here. Their extensions sign in by themselves.',
        ),
      );
      return;
    }
    const profile = this.chosenProfile();
    const { baseURL } = profile ?? (await this.connection(readModelSettings()));
    const origin = keyOrigin(baseURL);
    const { host } = new URL(origin);
    const key = await showInputBox({
      title: t('Patchbay: API Key for {0}', host),
      prompt: t(
        "The key is stored in the editor's secret storage and sent only to {0}. Leave empty to remove the key.",
        host,
      ),
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return;
    if (key.trim() === '') await this.secrets.delete(secretName(origin));
    else await this.secrets.store(secretName(origin), key.trim());
    const done =
      key.trim() === ''
        ? t('Patchbay: the API key for {0} was removed.', host)
        : t('Patchbay: the API key for {0} is stored.', host);
    void showInformationMessage(done);
  }

  /**
   * Returns the connection to an endpoint that is not set up yet, with `key`, or else the key that is stored or in the
   * environment.
   */
  connectionTo(baseURL: string, key: string): Promise<EndpointConnection> {
    return resolveConnection({ baseURL }, process.env, async (origin) => key || this.storedKey(origin));
  }

  /** Stores the key of an endpoint. Returns how to undo that. */
  async storeKey(baseURL: string, key: string): Promise<() => Promise<void>> {
    const name = secretName(keyOrigin(baseURL));
    const before = await this.secrets.get(name);
    await this.secrets.store(name, key);
    return async () => {
      await (before === undefined ? this.secrets.delete(name) : this.secrets.store(name, before));
    };
  }

  /** VS Code and this machine are asked for models only when the user opens a list of them. */
  async sources(which: 'all' | 'those that are set up'): Promise<ModelSource[]> {
    const { value, chosen } = readProfiles();
    const settings = readModelSettings();
    const { baseURL, apiKey } = await this.connection(settings);
    const isSetUp = settings.baseURL !== undefined || apiKey !== undefined;
    const configured: ModelSource = {
      title: new URL(baseURL).host,
      current: chosen === undefined && !this.editors.isChosen ? this.name : undefined,
      ifNone: 'tell',
      list: (signal) => this.list(readModelSettings(), signal),
      choose: (model) => writeModel({ model }),
    };
    const entries = parseProfiles(value);
    const known = entries.flatMap((entry) => (entry.kind === 'profile' ? [entry.profile.baseURL] : []));
    const local = localEndpoints(readSetting('model.localPorts'), [baseURL, ...known]);
    return [
      ...(which === 'all' || isSetUp ? [configured] : []),
      ...entries.map((entry) => this.profileSource(entry)),
      this.editors.source,
      ...local.map((endpoint) => this.localSource(endpoint)),
    ];
  }

  private profileSource(entry: ProfileEntry): ModelSource {
    const { name } = entry;
    return {
      title: name,
      current: !this.editors.isChosen && readProfiles().chosen === name ? this.name : undefined,
      named: entry.kind === 'profile' ? entry.profile.model : undefined,
      ifNone: 'tell',
      list: async (signal) => {
        if (entry.kind === 'broken') throw new LocalizedError(entry.why);
        const { profile } = entry;
        // A prompt would close the pick, so only stored secrets are used.
        const headers = await this.headers(profile, async (secret) => this.secrets.get(secretKey(secret)));
        return this.list({ ...profile, headers }, signal);
      },
      choose: (model) => writeModel({ model, profile: name }),
    };
  }

  private localSource({ title, baseURL }: LocalEndpoint): ModelSource {
    return {
      title,
      current: undefined,
      ifNone: 'omit',
      list: (signal) =>
        this.list({ baseURL }, AbortSignal.any([signal, AbortSignal.timeout(LOCAL_LIMIT_MS)])),
      choose: (model) => writeModel({ model, baseURL }),
      probe: (model, signal) => probeModel({ baseURL }, model, LOCAL_PROBE_LIMIT_MS, signal),
    };
  }

  private async list(settings: EndpointSettings, signal: AbortSignal): Promise<OfferedModel[]> {
    return this.offered(await this.connection(settings), signal);
  }

  /**
   * Returns the models of an endpoint, with window and price from the list that is shipped where the endpoint does not
   * tell them. @throws what `listModels` throws
   */
  async offered(connection: EndpointConnection, signal: AbortSignal): Promise<OfferedModel[]> {
    const models = await listModels({ ...connection, signal });
    return Promise.all(
      models.map(async (model, index) => {
        const isTold = model.price !== undefined && model.contextWindow !== undefined;
        if (isTold || index >= MOST_PRICED) return model;
        const listed = await listedPrice({ baseURL: connection.baseURL, model: model.name });
        const { price = listed, contextWindow = listed?.contextWindow } = model;
        return { ...model, price, contextWindow };
      }),
    );
  }

  /** Prompts for secrets in headers that are not stored. */
  private async endpoint(signal: AbortSignal): Promise<Endpoint> {
    const settings = readModelSettings();
    const profile = this.chosenProfile();
    if (profile === undefined) return resolveEndpoint(settings, process.env, this.storedKey);
    const headers = await this.headers(profile, async (name, field) => {
      const answer = await this.variables.secret(name, { profile: profile.name, field }, signal);
      return answer.kind === 'value' ? answer.value : undefined;
    });
    const model = settings.model ?? profile.model;
    // OPENAI_MODEL belongs to the endpoint of the environment.
    const environment = { ...process.env, OPENAI_MODEL: undefined };
    return resolveEndpoint({ ...profile, model, headers }, environment, this.storedKey);
  }

  /** @throws ModelError when the chosen profile is missing or broken. */
  private chosenProfile(): Profile | undefined {
    const { value, chosen } = readProfiles();
    if (chosen === undefined) return undefined;
    const entry = parseProfiles(value).find(({ name }) => name === chosen);
    if (entry?.kind === 'profile') return entry.profile;
    const why = entry?.why ?? msg('The profile is not in the settings. Choose a model again.');
    throw new ModelError('bad-settings', msg('The model profile "{0}" cannot be used. {1}', chosen, why));
  }

  private async headers(profile: Profile, secret: HeaderSources['secret']): Promise<Record<string, string>> {
    try {
      return await profileHeaders(profile, { environment: process.env, secret });
    } catch (error) {
      throw new ModelError('bad-settings', messageOf(error));
    }
  }

  private connection(settings: EndpointSettings): Promise<EndpointConnection> {
    return resolveConnection(settings, process.env, this.storedKey);
  }

  private readonly storedKey = async (origin: string): Promise<string | undefined> =>
    this.secrets.get(secretName(origin));
}

export function endpointLabel(): string {
  if (readSetting('model.provider') === 'editor') return t('the editor');
  const { chosen } = readProfiles();
  if (chosen !== undefined) return chosen;
  const { baseURL = process.env['OPENAI_BASE_URL'] } = readModelSettings();
  return URL.parse(baseURL || 'https://api.openai.com/v1')?.host ?? t('an invalid address');
}
