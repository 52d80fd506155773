import type { Catalog } from '../catalog/catalog.ts';
import type { ServerFailure } from '../failures/serverFailure.ts';
import type { ScheduledRetry } from '../reconnect/reconnectPolicy.ts';
import { t } from '@vscode/l10n';
import { type ValueRedactor } from '../definition/valueRedactor.ts';
import { type LocalizedMessage } from '../../base/common/message.ts';

export type ServerState =
  | { readonly kind: 'disconnected' }
  /** `after` says why the last connection was lost, in a reconnect. */
  | {
      readonly kind: 'connecting';
      readonly after: ServerFailure | undefined;
      /** The last output of the launcher, such as npx, that installs the server. */
      readonly installing?: string;
    }
  /** `setupMs` is the time from the start of the attempt to the complete catalog. */
  | { readonly kind: 'connected'; readonly catalog: Catalog; readonly setupMs: number }
  /** `retry` is the scheduled start. If it is undefined, the next call or the user starts the server. */
  | { readonly kind: 'error'; readonly failure: ServerFailure; readonly retry: ScheduledRetry | undefined };

export interface StateChange {
  readonly at: number;
  readonly kind: ServerState['kind'];
  readonly words: string;
}

const MAX_CHANGES = 100;

export class StateHistory {
  private known: readonly StateChange[] = [];

  get changes(): readonly StateChange[] {
    return this.known;
  }

  /**
   * Adds a state; `at` is in ms since the epoch. Returns false, and adds nothing, for a newer catalog of the same
   * connection and for output of an installation.
   */
  add(state: ServerState, at: number): boolean {
    if (state.kind === 'connecting' && state.installing !== undefined) return false;
    const words = describeState(state);
    const { kind } = state;
    if (kind === 'connected' && this.known.at(-1)?.kind === kind) return false;
    this.known = [...this.known, { at, kind, words }].slice(-MAX_CHANGES);
    return true;
  }
}

export function describeState(state: ServerState): string {
  switch (state.kind) {
    case 'disconnected':
      return t('Disconnected.');
    case 'connecting':
      return state.after ? t('Reconnecting. {0}', state.after.message.localized) : t('Connecting.');
    case 'connected':
      return t(
        'Connected in {0} ms: MCP {1}, {2} tools.',
        Math.round(state.setupMs),
        state.catalog.protocolVersion,
        state.catalog.tools.length,
      );
    case 'error':
      return state.failure.message.localized;
  }
}

export function describeConnection(catalog: Catalog, setupMs: number): string {
  const { server, protocolVersion, tools, instructions } = catalog;
  const capabilities = Object.keys(catalog.capabilities).join(', ') || 'none';
  return [
    `Connected in ${Math.round(setupMs)} ms: ${server?.name ?? 'unnamed'} ${server?.version ?? ''}, protocol ${protocolVersion}, ${tools.length} tools.`,
    `Capabilities: ${capabilities}`,
    ...(instructions === undefined ? [] : [`Instructions: ${instructions}`]),
  ].join('\n');
}

export function describeRetry({ attempt, at }: ScheduledRetry, now: number): string {
  return `Attempt ${attempt} to start it again in ${Math.round((at - now) / 100) / 10} s.`;
}

export function redactState(state: ServerState, redactor: ValueRedactor): ServerState {
  if (state.kind === 'error') return { ...state, failure: redactFailure(state.failure, redactor) };
  if (state.kind === 'connecting')
    return {
      ...state,
      after: state.after && redactFailure(state.after, redactor),
      ...(state.installing !== undefined && { installing: redactor.text(state.installing) }),
    };
  return state;
}

function redactFailure(failure: ServerFailure, redactor: ValueRedactor): ServerFailure {
  const redacted = (message: LocalizedMessage): LocalizedMessage =>
    message.map((text) => redactor.text(text));
  return {
    ...failure,
    message: redacted(failure.message),
    next: redacted(failure.next),
    ...(failure.details && { details: redacted(failure.details) }),
  };
}

export function failureOf(state: ServerState): ServerFailure | undefined {
  return state.kind === 'error' ? state.failure : undefined;
}
