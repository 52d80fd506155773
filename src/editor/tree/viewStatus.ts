import { t } from '@vscode/l10n';
import type { Engine } from '../../engine.ts';
import { needsSignIn } from '../auth/commands.ts';
import { views } from '../../contributions/index.ts';
import { isDenied, needsConfirmation } from '../servers/confirmations.ts';
import { withViewProgress, type TreeView } from '../ui/index.ts';
import { formatShare, formatTokens, type Window } from './cost.ts';

export interface StatusFacts {
  readonly questions: (server: string) => number;
  readonly approvals: number;
  readonly stateOf: ReturnType<Engine['views']['offerStates']>;
  readonly window: Window;
  readonly filtered: string | undefined;
}

export class ViewStatus {
  private readonly view: Pick<TreeView<unknown>, 'setStatus'>;
  private endProgress: (() => void) | undefined;

  constructor(view: Pick<TreeView<unknown>, 'setStatus'>) {
    this.view = view;
  }

  show(engine: Engine, { questions, approvals, stateOf, window, filtered }: StatusFacts): void {
    const { servers, invalid } = engine.manager;
    const count = (suits: (server: (typeof servers)[number]) => boolean): number =>
      servers.filter(suits).length;
    const connecting = count(({ state }) => state.kind === 'connecting');
    const waiting = count(needsSignIn);
    const unconfirmed = count(needsConfirmation);
    const asking = count(({ name }) => questions(name) > 0);
    const denied = count(isDenied);
    const failed =
      count(({ state }) => state.kind === 'error') - waiting - unconfirmed - denied + invalid.length;
    const needs = [
      waiting === 1 ? t('1 server needs a sign-in') : waiting > 0 && t('{0} servers need a sign-in', waiting),
      unconfirmed === 1
        ? t('1 server waits for your confirmation')
        : unconfirmed > 0 && t('{0} servers wait for your confirmation', unconfirmed),
      asking === 1
        ? t('1 server waits for your answer')
        : asking > 0 && t('{0} servers wait for your answer', asking),
      approvals === 1
        ? t('1 call waits for your approval')
        : approvals > 0 && t('{0} calls wait for your approval', approvals),
    ].filter((need) => need !== false);
    this.view.setStatus({
      message: filtered ?? '',
      // These words come and go by themselves, so they stand beside the title: above the rows they would move them.
      description: [
        connecting > 0 && connectingWords(connecting, servers.length),
        failed > 0 && failedWords(failed),
        costOf(engine, stateOf, window),
      ]
        .filter(Boolean)
        .join(' · '),
      badge:
        needs.length > 0
          ? { value: waiting + unconfirmed + asking + approvals, tooltip: needs.join(', ') }
          : undefined,
    });
    this.showProgress(connecting > 0);
  }

  private showProgress(isBusy: boolean): void {
    if (isBusy === (this.endProgress !== undefined)) return;
    this.endProgress?.();
    this.endProgress = undefined;
    if (!isBusy) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.endProgress = resolve;
    withViewProgress(views.servers, () => promise);
  }
}

function connectingWords(connecting: number, all: number): string {
  if (all === 1) return t('Connecting the server…');
  return connecting === all
    ? t('Connecting {0} servers…', all)
    : t('Connecting {0} of {1} servers…', connecting, all);
}

/** The badge does not count them: a server that fails waits for nobody, and its row says why. */
function failedWords(failed: number): string {
  return failed === 1 ? t('1 server has an error') : t('{0} servers have an error', failed);
}

/** Returns an empty text while some tools are not counted yet, because the sum would grow by itself. */
function costOf({ tools, costs }: Engine, stateOf: StatusFacts['stateOf'], window: Window): string {
  let total = 0;
  for (const [wireName, { source, name }] of tools.snapshot()) {
    if (source.kind !== 'mcp' || stateOf?.(wireName) === 'searchable') continue;
    const tokens = costs.knownTokensOf(source.server, name);
    if (tokens === undefined) return '';
    total += tokens;
  }
  return total === 0 ? '' : `${formatTokens(total)} · ${formatShare(total, window)}`;
}
