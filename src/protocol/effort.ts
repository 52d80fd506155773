import { t } from '@vscode/l10n';

/** The efforts of all endpoints (OpenAI, `ReasoningEffort`). Each model accepts some of them. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/** Returns the label of an effort. Any unknown value means the model's default. */
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
