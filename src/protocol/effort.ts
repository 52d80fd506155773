import { t } from '@vscode/l10n';

/** Of all endpoints; each model takes some of them (OpenAI, `ReasoningEffort`). */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/** Any other value is the model's default. */
export function effortLabel(effort: string): string {
  switch (effort) {
    case 'none':
      return t('None');
    case 'minimal':
      return t('Minimal');
    case 'low':
      return t('Low');
    case 'medium':
      return t('Medium');
    case 'high':
      return t('High');
    case 'xhigh':
      return t('Very high');
    case 'max':
      return t('Maximum');
    default:
      return t('Default');
  }
}
