import { t } from '@vscode/l10n';
import { probeModel, type KnownEndpoint, type ModelError } from '../../models/index.ts';
import { pickModel } from './modelPicker.ts';
import type { ModelSource, OfferedModel } from './modelRows.ts';
import type { ModelService } from './modelService.ts';
import { runSteps, askText, type StepAnswer } from '../common/steps.ts';
import { writeModel } from '../settings/settings.ts';
import { shouldContinue, modelCheck, needsKey } from './modelCheck.ts';
import { showErrorMessage } from '../ui/index.ts';

type Listing =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'models'; readonly models: readonly OfferedModel[] }
  | { readonly kind: 'failed'; readonly error: ModelError };

interface Draft {
  readonly baseURL: string;
  readonly key: string;
  readonly listing: Listing;
  readonly model?: string;
}

/** Stands in the address of a known endpoint for a name that only the user knows. */
const RESOURCE = '{resource}';

/** Limit for the first word of a model; after that it counts as slow, not as wrong. */
const PROBE_LIMIT_MS = 20_000;

/** Asks for the base URL, too, if no known endpoint is given. */
export async function setUpEndpoint(
  models: ModelService,
  known: KnownEndpoint | undefined,
): Promise<'saved' | 'back' | 'left'> {
  const answer = await runSteps<Draft>(
    { baseURL: known?.baseURL ?? '', key: '', listing: { kind: 'unasked' } },
    [
      ...(known ? [] : [(draft: Draft) => askBaseURL(models, draft)]),
      ...(known?.baseURL.includes(RESOURCE) === true ? [(draft: Draft) => askResource(known, draft)] : []),
      (draft) => (needsNoKey(draft) ? undefined : askKey(models, draft)),
      (draft) => askModel(models, draft, known),
    ],
  );
  if (answer.kind !== 'value') return answer.kind;
  return (await save(models, answer.value)) ? 'saved' : 'left';
}

async function askBaseURL(models: ModelService, draft: Draft): Promise<StepAnswer<Draft>> {
  let found: Draft = draft;
  let refused = '';
  const answer = await askText({
    title: titleOf(undefined),
    canGoBack: true,
    prompt: t('Enter the base URL of the endpoint. Most base URLs end in /v1.'),
    placeholder: 'http://127.0.0.1:11434/v1',
    value: draft.baseURL,
    problemOf: problemOfURL,
    check: async (text, signal) => {
      const { baseURL } = await models.connectionTo(text.trim(), '');
      const listing = await listingOf(models, baseURL, '', signal);
      found = { baseURL, key: draft.key, listing };
      if (listing.kind !== 'failed' || needsKey(listing.error)) return undefined;
      const isAgain = refused === text;
      refused = text;
      return problemOf(listing.error, isAgain);
    },
  });
  return answer.kind === 'value' ? { kind: 'value', value: found } : answer;
}

/** Asks for the name that an address needs. A whole address, as vendors show it for copying, is taken, too. */
async function askResource(known: KnownEndpoint, draft: Draft): Promise<StepAnswer<Draft>> {
  const answer = await askText({
    title: titleOf(known.title),
    canGoBack: true,
    prompt: t('Enter the name of your {0} resource, or its endpoint.', known.title),
    placeholder: 'my-resource',
    value: resourceOf(known, draft.baseURL),
    problemOf: (text) =>
      /^[a-z0-9][a-z0-9-]{0,62}$/i.test(resourceOf(known, text))
        ? undefined
        : t('Use only letters, digits and hyphens in the resource name.'),
  });
  if (answer.kind !== 'value') return answer;
  const baseURL = known.baseURL.replace(RESOURCE, resourceOf(known, answer.value).toLowerCase());
  return { kind: 'value', value: { ...draft, baseURL } };
}

/** Returns the name in an address of the endpoint, or the text as it is. */
function resourceOf({ baseURL }: KnownEndpoint, text: string): string {
  if (text.includes(RESOURCE)) return '';
  const [, domain = ''] = baseURL.split(RESOURCE);
  const host = URL.parse(text.trim())?.hostname ?? '';
  const end = domain.slice(0, domain.indexOf('/'));
  return host !== '' && host.endsWith(end) ? host.slice(0, -end.length) : text.trim();
}

async function askKey(models: ModelService, draft: Draft): Promise<StepAnswer<Draft>> {
  const { baseURL } = draft;
  const host = hostOf(baseURL);
  const isStored = (await models.connectionTo(baseURL, '')).apiKey !== undefined;
  let found: Draft = draft;
  let refused: string | undefined;
  const answer = await askText({
    title: titleOf(host),
    canGoBack: true,
    password: true,
    prompt: t("Enter the API key. It is stored in the editor's secret storage and sent only to {0}.", host),
    placeholder: isStored
      ? t('Leave empty to use the stored key')
      : draft.listing.kind === 'models'
        ? t('Leave empty if {0} requires no key', host)
        : t('API key'),
    value: draft.key,
    check: async (text, signal) => {
      const key = text.trim();
      const listing = await listingOf(models, baseURL, key, signal);
      found = { baseURL, key, listing };
      if (listing.kind !== 'failed') return undefined;
      const isAgain = refused === key;
      refused = key;
      return problemOf(listing.error, isAgain);
    },
  });
  return answer.kind === 'value' ? { kind: 'value', value: found } : answer;
}

async function askModel(
  models: ModelService,
  draft: Draft,
  known: KnownEndpoint | undefined,
): Promise<StepAnswer<Draft>> {
  const { namesDiffer } = known ?? {};
  const { baseURL, key, listing } = draft;
  const host = hostOf(baseURL);
  const source: ModelSource = {
    title: host,
    current: undefined,
    ifNone: 'tell',
    list: () =>
      listing.kind === 'failed'
        ? Promise.reject(listing.error)
        : Promise.resolve(listing.kind === 'models' && namesDiffer !== true ? listing.models : []),
    choose: (model) => writeModel({ model, baseURL }),
    probe: async (model, signal) =>
      probeModel(await models.connectionTo(baseURL, key), model, PROBE_LIMIT_MS, signal),
  };
  const answer = await pickModel([source], {
    title: titleOf(host),
    placeholder:
      namesDiffer === true ? t('Enter the name of your deployment') : t('Select a model or enter a name'),
    canGoBack: true,
    check: modelCheck(),
  });
  if (answer.kind !== 'value') return answer;
  return answer.value.kind === 'model'
    ? { kind: 'value', value: { ...draft, model: answer.value.model } }
    : { kind: 'left' };
}

/** Stores the key first, because the model cannot be used without it. */
async function save(models: ModelService, { baseURL, key, model }: Draft): Promise<boolean> {
  if (model === undefined) return false;
  const undo = key === '' ? undefined : await models.storeKey(baseURL, key);
  try {
    await writeModel({ model, baseURL });
    return true;
  } catch (error) {
    await undo?.();
    void showErrorMessage(
      t('Patchbay: the model could not be saved. Nothing was changed. {0}', (error as Error).message),
    );
    return false;
  }
}

async function listingOf(
  service: ModelService,
  baseURL: string,
  key: string,
  signal: AbortSignal,
): Promise<Listing> {
  try {
    return {
      kind: 'models',
      models: await service.offered(await service.connectionTo(baseURL, key), signal),
    };
  } catch (error) {
    return { kind: 'failed', error: error as ModelError };
  }
}

/** An endpoint that may still work is accepted the second time. */
function problemOf(error: ModelError, isAgain: boolean): string | undefined {
  if (!shouldContinue(error)) return error.text.localized;
  return isAgain
    ? undefined
    : t('{0} Press Enter again to continue without a model list.', error.text.localized);
}

function problemOfURL(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol))
    return t('Enter an address that begins with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    return t('Remove the user name and password from the address. You can enter the key in the next step.');
  return undefined;
}

/** A local server that lists its models needs no key. */
function needsNoKey({ baseURL, listing }: Draft): boolean {
  return listing.kind === 'models' && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseURL).hostname);
}

function hostOf(baseURL: string): string {
  return new URL(baseURL).host;
}

function titleOf(host: string | undefined): string {
  return host === undefined ? t('Patchbay: Set Up a Model') : t('Patchbay: Set Up a Model at {0}', host);
}
