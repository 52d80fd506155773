import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import { type SamplingParams } from '../../mcp/index.ts';
import { plainText } from '../../base/common/text.ts';

/** Most tokens of an answer, whatever the server asks for. */
export const MAX_TOKENS = 16_384;
const MAX_HINTS = 10;

/** Returns names of models that the server would like, the preferred one first. */
export function modelHints({ modelPreferences }: Pick<SamplingParams, 'modelPreferences'>): string[] {
  return (modelPreferences?.hints ?? [])
    .slice(0, MAX_HINTS)
    .flatMap(({ name }) => plainText(name, 100) ?? []);
}

/**
 * Chooses a model by the server's hints (2025-11-25, client/sampling, "Model Preferences"). Priorities decide nothing,
 * because no endpoint tells costs.
 */
export function chooseModel(
  hints: readonly string[],
  available: readonly string[],
  configured: string,
): string {
  for (const hint of hints) {
    const matches = (name: string): boolean => name.toLowerCase().includes(hint.toLowerCase());
    if (matches(configured)) return configured;
    const [found] = available
      .filter(matches)
      .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
    if (found !== undefined) return found;
  }
  return configured;
}

export function describePreferences(
  params: SamplingParams,
): { readonly label: string; readonly text: string }[] {
  const { maxTokens, temperature, stopSequences = [], toolChoice, modelPreferences = {} } = params;
  const { intelligencePriority, speedPriority, costPriority } = modelPreferences;
  const priorities = [
    [t('intelligence'), intelligencePriority],
    [t('speed'), speedPriority],
    [t('low cost'), costPriority],
  ]
    .filter(([, weight]) => weight !== undefined)
    .map(([what, weight]) => `${what} ${weight}`);
  const hints = modelHints(params);
  const preferences: [string, string][] = [
    [t('Preferred model'), hints.join(', ')],
    [t('Priorities'), priorities.join(', ')],
    [
      t('Max tokens'),
      maxTokens > MAX_TOKENS ? t('{0} (preferred: {1})', MAX_TOKENS, maxTokens) : String(maxTokens),
    ],
    [t('Temperature'), temperature === undefined ? '' : String(temperature)],
    [
      t('Stop sequences'),
      headText(
        stopSequences
          .slice(0, 4)
          .map((text) => JSON.stringify(text))
          .join(', '),
        300,
      ),
    ],
    [t('Tools'), toolChoice?.mode === 'required' ? t('one call required') : ''],
  ];
  return preferences.filter(([, text]) => text !== '').map(([label, text]) => ({ label, text }));
}
