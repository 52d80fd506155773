/** The rows of the model pick, from what its sources have said so far. */
import { t } from '@vscode/l10n';

/** A model that a source offers: the name by which it is chosen, and what people call it. */
export interface OfferedModel {
  readonly name: string;
  readonly title?: string;
}

/** A place that has models. */
export interface ModelSource {
  /** Stands over its models. */
  readonly title: string;
  /** The name of the chosen model, if it is one of this source. */
  readonly current: string | undefined;
  /** A model that the settings name. It can be chosen also where there is no list. */
  readonly named?: string | undefined;
  /** Whether the pick says why there are no models, or does not mention the source then. */
  readonly ifNone: 'tell' | 'omit';
  /** Rejects with an error whose text is for the user, or with the signal's reason. */
  list(signal: AbortSignal): Promise<readonly OfferedModel[]>;
  /** Keeps the choice. */
  choose(model: string): Promise<void>;
  /** Tries the model by a small request, where that is possible. @throws ModelError */
  probe?(model: string, signal: AbortSignal): Promise<void>;
}

/** What a source has answered. */
export type Listed =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'models'; readonly models: readonly OfferedModel[] }
  | { readonly kind: 'failed'; readonly why: string };

/** A row of the pick. */
export type ModelRow =
  | { readonly kind: 'heading'; readonly label: string }
  /** Says something and chooses nothing. */
  | { readonly kind: 'note'; readonly label: string; readonly detail: string }
  | {
      readonly kind: 'model';
      readonly label: string;
      readonly description: string;
      readonly source: ModelSource;
      /** Whether the user has typed the name, and it is in no list. */
      readonly isTyped: boolean;
    };

/** Names are the endpoint's; one that is longer than this, in characters, is none. */
const LONGEST_NAME = 200;
/** Routers list hundreds of models; more rows than this for each source serve nobody. */
const MOST_MODELS = 2_000;

/**
 * The rows for the sources in their order. A name that is `typed` and in no list can be used at any source
 * that the settings name.
 */
export function modelRows(
  sources: readonly { readonly source: ModelSource; readonly listed: Listed }[],
  typed: string,
): ModelRow[] {
  const rows = sources.flatMap(({ source, listed }) => rowsOf(source, listed));
  const isListed = rows.some((row) => row.kind === 'model' && row.label === typed);
  if (typed === '' || isListed) return rows;
  const configured = sources.filter(({ source }) => source.ifNone === 'tell');
  return [
    ...rows,
    ...configured.map(({ source }): ModelRow => {
      const description = t('Use this name at {0}', source.title);
      return { kind: 'model', label: typed, description, source, isTyped: true };
    }),
  ];
}

function rowsOf(source: ModelSource, listed: Listed): ModelRow[] {
  const heading: ModelRow = { kind: 'heading', label: source.title };
  const row = ({ name, title = '' }: OfferedModel): ModelRow => {
    const parts = [title === name ? '' : title, name === source.current ? t('current') : ''];
    const description = parts.filter((part) => part !== '').join(' · ');
    return { kind: 'model', label: name, description, source, isTyped: false };
  };
  const named = source.named === undefined ? [] : [row({ name: source.named })];
  const note = (detail: string): ModelRow[] =>
    source.ifNone === 'omit' ? [] : [heading, { kind: 'note', label: t('No model list'), detail }, ...named];
  if (listed.kind === 'waiting') return [];
  if (listed.kind === 'failed') return note(listed.why);
  const models = listed.models.filter(({ name }) => name.length <= LONGEST_NAME).slice(0, MOST_MODELS);
  if (models.length === 0) return note(`${t('The model list is empty.')} ${t('You can enter a name.')}`);
  return [heading, ...models.map(row)];
}
