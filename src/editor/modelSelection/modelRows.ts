import { t } from '@vscode/l10n';
import type { ListedModel } from '../../models/index.ts';
import { aboutModel } from './modelLine.ts';

export interface OfferedModel extends ListedModel {
  readonly title?: string | undefined;
}

export interface ModelSource {
  readonly title: string;
  readonly current: string | undefined;
  /** A model that the settings name. It can be chosen even without a list. */
  readonly named?: string | undefined;
  /** A source without models is either listed with the reason, or omitted. */
  readonly ifNone: 'tell' | 'omit';
  /** Rejects with an error for the user, or with the signal's reason. */
  list(signal: AbortSignal): Promise<readonly OfferedModel[]>;
  choose(model: string): Promise<void>;
  /** Sends the model a small request. @throws ModelError */
  probe?(model: string, signal: AbortSignal): Promise<void>;
}

export type Listed =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'models'; readonly models: readonly OfferedModel[] }
  | { readonly kind: 'failed'; readonly why: string };

export type ModelRow =
  | { readonly kind: 'heading'; readonly label: string }
  | {
      readonly kind: 'note';
      readonly label: string;
      readonly detail: string;
      readonly source: ModelSource;
    }
  | {
      readonly kind: 'model';
      readonly label: string;
      readonly description: string;
      readonly detail?: string | undefined;
      readonly source: ModelSource;
      readonly isTyped: boolean;
    };

/** Longest name in characters, because names are the endpoint's. */
const LONGEST_NAME = 200;
/** Most models that are listed of one source. Routers have hundreds. */
const MOST_MODELS = 2_000;

/** A typed name that is not listed can be used at any source of the settings. */
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
  const heading: ModelRow = { kind: 'heading', label: headingOf(source, listed) };
  const row = (model: OfferedModel): ModelRow => {
    const { name, title = '' } = model;
    const parts = [title === name ? '' : title, name === source.current ? t('current') : ''];
    const description = parts.filter((part) => part !== '').join(' · ');
    return { kind: 'model', label: name, description, detail: aboutModel(model), source, isTyped: false };
  };
  const named = source.named === undefined ? [] : [row({ name: source.named })];
  const note = (detail: string): ModelRow[] =>
    source.ifNone === 'omit'
      ? []
      : [heading, { kind: 'note', label: t('List the models again'), detail, source }, ...named];
  if (listed.kind === 'waiting') return [];
  if (listed.kind === 'failed') return note(listed.why);
  // A model for something else, such as embeddings, cannot be used here. Its name can still be typed.
  const models = listed.models
    .filter((model) => model.name.length <= LONGEST_NAME && mayChat(model))
    .slice(0, MOST_MODELS);
  if (models.length === 0) return note(`${t('The model list is empty.')} ${t('You can enter a name.')}`);
  return [heading, ...models.map(row)];
}

function headingOf({ title }: ModelSource, listed: Listed): string {
  const others = listed.kind === 'models' ? listed.models.filter((model) => !mayChat(model)).length : 0;
  if (others === 0) return title;
  return others === 1
    ? t('{0} · 1 model that does not chat is not listed', title)
    : t('{0} · {1} models that do not chat are not listed', title, others);
}

function mayChat({ canChat }: OfferedModel): boolean {
  return canChat !== false;
}
