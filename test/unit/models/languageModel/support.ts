/** A language model of an editor that is a script. */
import type {
  LanguageModelPort,
  PortAnswer,
  PortRequest,
} from '../../../../src/models/languageModel/port.ts';

/** What the model does with one request; `number` counts from 0. */
type Script = (request: PortRequest, number: number, signal: AbortSignal) => AsyncIterable<PortAnswer>;

export interface ScriptedPort extends LanguageModelPort {
  readonly requests: PortRequest[];
}

export function scriptedPort(script: Script, more: Partial<LanguageModelPort> = {}): ScriptedPort {
  const requests: PortRequest[] = [];
  return {
    vendor: 'acme',
    id: 'one',
    title: 'Acme One',
    maxInputTokens: 8_000,
    canCallTools: true,
    canSee: true,
    requests,
    send: (request, signal) => {
      requests.push(request);
      return script(request, requests.length - 1, signal);
    },
    countTokens: async (text) => text.split(/\s+/).length,
    ...more,
  };
}

export const text = (value: string): PortAnswer => ({ kind: 'text', text: value });

/** An answer of these parts, or of those before the error. */
export async function* answer(...parts: readonly (PortAnswer | Error)[]): AsyncGenerator<PortAnswer> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

/** An error as `vscode.lm` throws it. */
export function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { name: 'LanguageModelError', code });
}
