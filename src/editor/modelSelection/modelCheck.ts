import { t } from '@vscode/l10n';
import type { ModelError } from '../../models/index.ts';
import type { ModelPickOptions } from './modelPicker.ts';

/** Endpoints that need a key answer a request without one in these ways, Gemini with a 400. */
export function needsKey({ kind }: ModelError): boolean {
  return ['no-key', 'unauthorized', 'forbidden', 'no-credit', 'bad-request', 'rate-limited'].includes(kind);
}

/** The endpoint may still work after any other error: some have no list of models, and some keys may not read it. */
export function shouldContinue({ kind }: ModelError): boolean {
  return !['no-key', 'unauthorized', 'unreachable', 'bad-settings'].includes(kind);
}

export function modelCheck(): NonNullable<ModelPickOptions<never>['check']> {
  let refused: string | undefined;
  return async ({ source, model }, signal) => {
    try {
      await source.probe?.(model, signal);
      return undefined;
    } catch (error) {
      const failure = error as ModelError;
      if (!shouldContinue(failure)) return failure.text.localized;
      const isAgain = refused === model;
      refused = model;
      return isAgain ? undefined : t('{0} Select the model again to use it anyway.', failure.text.localized);
    }
  };
}
