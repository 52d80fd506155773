/** Writes what a row of the model pick says about a model, where it is known. */
import { t } from '@vscode/l10n';
import { locale } from '../../base/common/locale.ts';
import type { ListedModel, ModelPrice } from '../../models/index.ts';
import { formatTokens } from '../tree/cost.ts';

/** Returns the parts in their order: context window, price, abilities. */
export function aboutModel(model: Partial<ListedModel>): string[] {
  const { contextWindow, price, canSee, canThink, canCallTools } = model;
  return [
    contextWindow === undefined ? '' : t('context of {0}', formatTokens(contextWindow)),
    price === undefined ? '' : formatPrice(price),
    canSee === true ? t({ message: 'images', comment: 'what a model can read' }) : '',
    canThink === true ? t({ message: 'thinking', comment: 'what a model can do' }) : '',
    canCallTools === false ? t({ message: 'no tools', comment: 'what a model cannot do' }) : '',
  ].filter((part) => part !== '');
}

function formatPrice({ input, output }: ModelPrice): string {
  if (input === 0 && output === 0) return t({ message: 'free', comment: 'the price of a model' });
  return t('${0} in, ${1} out per million tokens', dollars(input), dollars(output));
}

function dollars(amount: number): string {
  return amount.toLocaleString(locale(), { maximumSignificantDigits: 3, useGrouping: false });
}
