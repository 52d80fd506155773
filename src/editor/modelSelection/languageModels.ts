/** The language models of VS Code (`vscode.lm`) as ports of `src/models`. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { LanguageModelPort, PortAnswer, PortMessage, PortPart } from '../../models/index.ts';
import { untilAborted } from '../../base/common/abort.ts';

/** Shown when VS Code asks the user for consent. */
const justification = (): string => t('Patchbay sends your chat messages and tool results to this model.');

/** Activates the extensions that provide models, and asks the user nothing. */
export async function languageModels(signal: AbortSignal): Promise<LanguageModelPort[]> {
  return (await select({}, signal)).map(portOf);
}

/** `name` is `vendor/id`. */
export async function languageModel(
  name: string,
  signal: AbortSignal,
): Promise<LanguageModelPort | undefined> {
  const slash = name.indexOf('/');
  if (slash < 1) return undefined;
  const [chat] = await select({ vendor: name.slice(0, slash), id: name.slice(slash + 1) }, signal);
  return chat && portOf(chat);
}

/** An extension may take any time to name its models. */
async function select(
  selector: vscode.LanguageModelChatSelector,
  signal: AbortSignal,
): Promise<vscode.LanguageModelChat[]> {
  signal.throwIfAborted();
  return untilAborted(Promise.resolve(vscode.lm.selectChatModels(selector)), signal);
}

function portOf(chat: vscode.LanguageModelChat): LanguageModelPort {
  const { vendor, id, name, maxInputTokens } = chat;
  const { supportsToolCalling = true, supportsImageToText = false } = capabilitiesOf(chat);
  return {
    vendor,
    id,
    title: name,
    maxInputTokens,
    canCallTools: supportsToolCalling,
    canSee: supportsImageToText,
    async *send({ messages, tools, mustCall, modelOptions }, signal) {
      const cancellation = cancellationOf(signal);
      try {
        const { stream } = await chat.sendRequest(
          messages.map(messageOf),
          {
            justification: justification(),
            modelOptions: { ...modelOptions },
            tools: tools.map((tool) => ({ ...tool })),
            ...(mustCall && { toolMode: vscode.LanguageModelChatToolMode.Required }),
          },
          cancellation.token,
        );
        for await (const part of stream) yield* answerOf(part);
      } finally {
        cancellation.end();
      }
    },
    async countTokens(text, signal) {
      const cancellation = cancellationOf(signal);
      try {
        return await chat.countTokens(text, cancellation.token);
      } finally {
        cancellation.end();
      }
    },
  };
}

/** VS Code sets this for every model, but its API types lack it. */
function capabilitiesOf(chat: vscode.LanguageModelChat): {
  readonly supportsToolCalling?: boolean;
  readonly supportsImageToText?: boolean;
} {
  const { capabilities } = chat as { capabilities?: Readonly<Record<string, unknown>> };
  const said = (name: string): Record<string, boolean> => {
    const value = capabilities?.[name];
    return typeof value === 'boolean' ? { [name]: value } : {};
  };
  return { ...said('supportsToolCalling'), ...said('supportsImageToText') };
}

function messageOf({ role, parts }: PortMessage): vscode.LanguageModelChatMessage {
  const roles = vscode.LanguageModelChatMessageRole;
  return new vscode.LanguageModelChatMessage(
    role === 'user' ? roles.User : roles.Assistant,
    parts.map(inputOf),
  );
}

function inputOf(part: PortPart): vscode.LanguageModelInputPart {
  switch (part.kind) {
    case 'text':
      return new vscode.LanguageModelTextPart(part.text);
    case 'image':
      return vscode.LanguageModelDataPart.image(part.data, part.mimeType);
    case 'call':
      return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
    case 'result':
      return new vscode.LanguageModelToolResultPart(part.id, [new vscode.LanguageModelTextPart(part.text)]);
  }
}

/** Ignores parts that providers define themselves. */
function answerOf(part: unknown): PortAnswer[] {
  if (part instanceof vscode.LanguageModelTextPart) return [{ kind: 'text', text: part.value }];
  if (!(part instanceof vscode.LanguageModelToolCallPart)) return [];
  return [{ kind: 'call', id: part.callId, name: part.name, input: part.input }];
}

function cancellationOf(signal: AbortSignal): {
  readonly token: vscode.CancellationToken;
  end(): void;
} {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  return {
    token: source.token,
    end: () => {
      signal.removeEventListener('abort', cancel);
      // Stops a response that is not read to its end.
      source.cancel();
      source.dispose();
    },
  };
}
