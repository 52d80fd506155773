import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { Exact } from '../calls/Exact.tsx';
import { moveFocus } from '../ui/focus.ts';
import { formatCount } from '../ui/format.ts';
import { spent } from '../ui/language.ts';
import { OTHERS, type Chart, type ChartDay, type Measure, type Sums } from './spendingChart.ts';

/** A bar a day, each a button: the arrow keys go from day to day, and choosing one narrows the table to it. */
export function SpendingChart(props: {
  readonly chart: Chart;
  readonly measure: Measure;
  readonly dayName: (day: string) => string;
  readonly chosen: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}) {
  const { chart, measure, dayName, chosen, onChoose } = props;
  const [shown, setShown] = useState<string | undefined>(undefined);
  const { days, models, hasOthers, most } = chart;
  const amount = (sums: Sums): string => (measure === 'price' ? priceOf(sums) : tokensOf(sums));
  const focusable = chosen ?? days.at(-1)?.day;
  const told = days.find(({ day }) => day === (shown ?? chosen));
  return (
    <figure class="spending-figure">
      <figcaption class="spending-told">
        {told ? `${dayName(told.day)}: ${amount(told.sums)}` : t('Total: {0}', amount(chart.sums))}
      </figcaption>
      <div
        class="spending-chart"
        role="group"
        aria-label={measure === 'price' ? t('Price by day') : t('Tokens by day')}
        onKeyDown={(event) => moveFocus(event, '.spending-day', ['ArrowLeft', 'ArrowRight'])}
      >
        {days.map((each) => (
          <button
            key={each.day}
            type="button"
            class="spending-day"
            tabIndex={each.day === focusable ? 0 : -1}
            aria-label={`${dayName(each.day)}: ${amount(each.sums)}`}
            aria-pressed={each.day === chosen}
            onFocus={() => setShown(each.day)}
            onBlur={() => setShown(undefined)}
            onMouseEnter={() => setShown(each.day)}
            onMouseLeave={() => setShown(undefined)}
            onClick={() => onChoose(each.day === chosen ? undefined : each.day)}
          >
            <Bar day={each} most={most} />
          </button>
        ))}
      </div>
      <div class="spending-dates" aria-hidden="true">
        <span>{dayName(days[0]?.day ?? '')}</span>
        <span>{dayName(days.at(-1)?.day ?? '')}</span>
      </div>
      <ul class="spending-legend">
        {models.map(({ name, host, sums }, place) => (
          <li key={`${name} ${host}`}>
            <span class={`spending-part part-${place}`} aria-hidden="true" />
            <span class="spending-model">
              <Exact text={name} />
              {host && ` (${host})`}
            </span>
            <span>{amount(sums)}</span>
          </li>
        ))}
        {hasOthers && (
          <li>
            <span class={`spending-part part-${OTHERS}`} aria-hidden="true" />
            {t('Other models')}
          </li>
        )}
      </ul>
    </figure>
  );
}

function Bar({ day, most }: { day: ChartDay; most: number }) {
  return day.parts.map(
    (part, place) =>
      part > 0 && (
        <span
          key={place}
          class={`spending-part part-${place}`}
          style={{ height: `${(part / Math.max(most, 1)) * 100}%` }}
        />
      ),
  );
}

export function priceOf({ requests, unpriced, cost }: Sums): string {
  // A day without requests costs nothing for sure.
  if (unpriced > 0 && unpriced === requests) return spent({});
  return spent({ cost, unpriced: unpriced > 0 ? true : undefined });
}

function tokensOf({ input, output }: Sums): string {
  return t('{0} tokens', formatCount(input + output));
}
