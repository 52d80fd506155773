/** Writes what a row of the model pick says about a model, where it is known. */
import { t } from '@vscode/l10n';
import { locale } from '../../base/common/locale.ts';
import type { ListedModel, ModelPrice } from '../../models/index.ts';
import { formatTokens } from '../tree/cost.ts';

/** Returns one line, the important first, because the row may be narrow; undefined if nothing is known. */
export function aboutModel(model: Partial<ListedModel>): string | undefined {
  const { contextWindow, price, canSee, canThink, canCallTools } = model;
  const parts = [
    canCallTools === false ? t({ message: 'no tools', comment: 'what a model cannot do' }) : '',
    contextWindow === undefined ? '' : formatTokens(contextWindow),
    price === undefined ? '' : formatPrice(price),
    canSee === true ? t({ message: 'images', comment: 'what a model can read' }) : '',
    canThink === true ? t({ message: 'thinking', comment: 'what a model can do' }) : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' · ') : undefined;
}

function formatPrice(price: ModelPrice): string {
  if (price === 'varies') return t('price varies');
  const { input, output } = price;
  if (input === 0 && output === 0) return t({ message: 'free', comment: 'the price of a model' });
  return t('${0} in, ${1} out per million', dollars(input), dollars(output));
}

function dollars(amount: number): string {
  return amount.toLocaleString(locale(), { maximumSignificantDigits: 3, useGrouping: false });
}
