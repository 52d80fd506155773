/** How far a call is: a bar on the lower edge of its line. What the server says of it stands in the line itself. */
import { t } from '@vscode/l10n';
import type { Progress } from '../../protocol/index.ts';

/** It takes no room: it comes and goes by itself. Without a total the bar only says that something moves. */
export function CallProgress({ progress }: { progress: Progress }) {
  const percent = percentOf(progress);
  return (
    <div class="call-progress">
      <div
        class={`bar ${percent === undefined ? 'endless' : ''}`}
        role="progressbar"
        aria-label={progress.message ?? t('Progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div class="bar-done" style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** Whole percents, where there is a total. */
export function percentOf({ progress, total }: Progress): number | undefined {
  if (total === undefined || total <= 0) return undefined;
  return Math.round(Math.min(100, Math.max(0, (progress / total) * 100)));
}
