import { t } from '@vscode/l10n';
import { formatPrice } from '../base/common/price.ts';
import type { ReachedLimit } from './transcript.ts';

/** Says which limit was reached, and the setting that has it. Numbers are written as in `locale`. */
export function reachedText({ kind, limit }: ReachedLimit, locale: string): string {
  const count = limit.toLocaleString(locale);
  switch (kind) {
    case 'steps':
      return limit === 1
        ? t('The limit of 1 step (patchbay.maxIterations) was reached before the answer was complete.')
        : t(
            'The limit of {0} steps (patchbay.maxIterations) was reached before the answer was complete.',
            count,
          );
    case 'turnCost':
      return t(
        'This response has reached its budget of {0} (patchbay.budget.costPerResponse).',
        formatPrice(limit, locale),
      );
    case 'turnTokens':
      return limit === 1
        ? t('This response has reached its budget of 1 token (patchbay.budget.tokensPerResponse).')
        : t('This response has reached its budget of {0} tokens (patchbay.budget.tokensPerResponse).', count);
    case 'dayCost':
      return t(
        "Today's budget of {0} (patchbay.budget.costPerDay) has been reached.",
        formatPrice(limit, locale),
      );
    case 'dayTokens':
      return limit === 1
        ? t("Today's budget of 1 token (patchbay.budget.tokensPerDay) has been reached.")
        : t("Today's budget of {0} tokens (patchbay.budget.tokensPerDay) has been reached.", count);
  }
}
