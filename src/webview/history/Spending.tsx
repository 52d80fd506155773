import { t } from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { SpendingRow } from '../../protocol/index.ts';
import { Exact } from '../calls/Exact.tsx';
import { Choice } from '../ui/fields.tsx';
import { EmptyNote } from '../ui/SplitView.tsx';
import { formatCount } from '../ui/format.ts';
import { dateFormat, wholeNumber } from '../ui/language.ts';
import { priceOf, SpendingChart } from './SpendingChart.tsx';
import { chartOf, sumOf, type Measure, type Sums } from './spendingChart.ts';
import type { ShownSpending } from './state.ts';

/** A chart, and a table that says what the chart shows. */
export function Spending({ spending }: { spending: ShownSpending }) {
  const { rows } = spending;
  const [asked, setMeasure] = useState<Measure | undefined>(undefined);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const measure = asked ?? (rows.some(({ cost }) => cost > 0) ? 'price' : 'tokens');
  const chart = useMemo(() => chartOf(spending, measure), [spending, measure]);
  const format = useMemo(() => dateFormat({ dateStyle: 'medium' }), []);
  const short = useMemo(() => dateFormat({ day: 'numeric', month: 'short' }), []);
  if (rows.length === 0)
    return (
      <div class="split-list">
        <EmptyNote>{t('No requests to models in this period. Their cost appears here.')}</EmptyNote>
      </div>
    );
  const dayName = (day: string): string => format.format(dateOf(day));
  const shortName = (day: string): string => short.format(dateOf(day));
  const inTable = chosen === undefined ? rows : rows.filter(({ day }) => day === chosen);
  return (
    <section class="split-list spending" aria-label={t('Spending')}>
      <Choice
        label={t('Unit')}
        value={measure}
        options={[
          ['price', t('Price')],
          ['tokens', t('Tokens')],
        ]}
        onChoose={setMeasure}
      />
      <SpendingChart {...{ chart, measure, dayName, chosen }} onChoose={setChosen} />
      <Table rows={inTable} shortName={shortName} />
      <p class="page-quiet">
        {t(
          'Prices are in US dollars: as the endpoint reports them, from your profile, or from the list prices of the endpoint. "—" means that no price is known, "≥" that the price of a part is not known.',
        )}
      </p>
    </section>
  );
}

/** Returns midnight in the user's time zone, in which the history counts days. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function Table({ rows, shortName }: { rows: readonly SpendingRow[]; shortName: (day: string) => string }) {
  return (
    <table class="history-statistics spending-table">
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          <th scope="col">{t('Model')}</th>
          <th scope="col" class="spending-wide">
            {t('Endpoint')}
          </th>
          <th scope="col" class="spending-wide">
            {t('Requests')}
          </th>
          <th scope="col" class="spending-sent">
            {t({ message: 'Sent', comment: 'heads the number of tokens that were sent' })}
          </th>
          <th scope="col" class="spending-wide">
            {t({ message: 'Cached', comment: 'heads the number of sent tokens that came from the cache' })}
          </th>
          <th scope="col" class="spending-medium">
            {t({ message: 'Received', comment: 'heads the number of tokens that were received' })}
          </th>
          <th scope="col">{t('Price')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.day} ${row.model} ${row.host}`}>
            <td class="spending-date">{shortName(row.day)}</td>
            <th scope="row">
              <Exact text={row.model} />
            </th>
            <td class="spending-wide">{row.host === '' ? t('the editor') : <Exact text={row.host} />}</td>
            <Numbers sums={row} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('Total')}
          </th>
          <td class="spending-wide" />
          <Numbers sums={sumOf(rows)} />
        </tr>
      </tfoot>
    </table>
  );
}

function Numbers({ sums }: { sums: Sums }) {
  const { requests, input, cached, output } = sums;
  return (
    <>
      <td class="spending-wide">{wholeNumber(requests)}</td>
      <td class="spending-sent" title={wholeNumber(input)}>
        {formatCount(input)}
      </td>
      <td class="spending-wide" title={wholeNumber(cached)}>
        {formatCount(cached)}
      </td>
      <td class="spending-medium" title={wholeNumber(output)}>
        {formatCount(output)}
      </td>
      <td>{priceOf(sums)}</td>
    </>
  );
}
