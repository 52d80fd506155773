import {
  UriTemplate,
  type CompleteRequest,
  type GetPromptResult,
  type ReadResourceResult,
  type RequestOptions,
} from '@modelcontextprotocol/client';
import { msg } from '../../base/common/message.ts';
import { CallFailure } from '../runningCalls/callFailure.ts';
import { query, type CallHost } from './query.ts';

/** A larger resource would fill the model's context and the editor. */
const MAX_RESOURCE_BYTES = 10 * 1024 * 1024;
/** The most that a completion may hold (2025-11-25, server/utilities/completion). */
const MAX_COMPLETIONS = 100;
/** A completion that takes longer (in ms) is of no use, because the user has typed on. */
const COMPLETION_TIMEOUT_MS = 10_000;

export interface Completing {
  readonly ref:
    | { readonly kind: 'prompt'; readonly name: string }
    | { readonly kind: 'template'; readonly uriTemplate: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly others: Readonly<Record<string, string>>;
}

/** Gets a prompt with its arguments filled in (2025-11-25, server/prompts). @throws CallFailure */
export function getPrompt(
  host: CallHost,
  name: string,
  args: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<GetPromptResult> {
  return query(host, {
    what: msg('Prompt "{0}"', name),
    signal,
    isRepeatable: true,
    send: (live) =>
      live.ask(
        (client) => client.getPrompt({ name, arguments: { ...args } }, requestOptions(host, signal)),
        signal,
      ),
  });
}

/** Reads a resource as it is now (2025-11-25, server/resources). @throws CallFailure */
export async function readResource(
  host: CallHost,
  uri: string,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const result = await query(host, {
    what: msg('Reading the resource'),
    signal,
    isRepeatable: true,
    send: (live) =>
      live.ask(
        (client) =>
          client.readResource({ uri }, { ...requestOptions(host, signal), cacheMode: 'bypass' as const }),
        signal,
      ),
  });
  const bytes = result.contents.reduce((sum, content) => sum + sizeOf(content), 0);
  if (bytes > MAX_RESOURCE_BYTES) {
    const megabytes = (bytes / 1024 / 1024).toFixed(1);
    throw new CallFailure(
      'refused',
      msg('The resource is too large ({0} MB). Patchbay accepts up to 10 MB.', megabytes),
    );
  }
  return result;
}

/** Returns the server's suggestions for an argument, or none if the server has no completions. @throws CallFailure */
export async function complete(
  host: CallHost,
  { ref, argument, others }: Completing,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const params: CompleteRequest['params'] = {
    ref:
      ref.kind === 'prompt'
        ? { type: 'ref/prompt', name: ref.name }
        : { type: 'ref/resource', uri: ref.uriTemplate },
    argument: { ...argument },
    ...(Object.keys(others).length > 0 && { context: { arguments: { ...others } } }),
  };
  return query(host, {
    what: msg('The completion'),
    signal,
    isRepeatable: true,
    send: (live) => {
      if (live.connection.catalog.capabilities.completions === undefined) return Promise.resolve([]);
      const options = { signal, timeout: Math.min(COMPLETION_TIMEOUT_MS, host.definition.timeout) };
      return live.ask(
        async (client) =>
          (await client.complete(params, options)).completion.values.slice(0, MAX_COMPLETIONS),
        signal,
      );
    },
  });
}

function requestOptions({ definition }: CallHost, signal: AbortSignal): RequestOptions {
  return { signal, timeout: definition.timeout, maxTotalTimeout: definition.maxTimeout };
}

function sizeOf(content: ReadResourceResult['contents'][number]): number {
  return 'blob' in content ? Buffer.byteLength(content.blob, 'base64') : Buffer.byteLength(content.text);
}

/** Returns the names of a URI template's variables (RFC 6570) in their order, or none if it cannot be parsed. */
export function templateVariables(template: string): readonly string[] {
  try {
    return [...new Set(new UriTemplate(template).variableNames)];
  } catch {
    return [];
  }
}

/** @throws Error when the template cannot be parsed */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return new UriTemplate(template).expand({ ...values });
}
