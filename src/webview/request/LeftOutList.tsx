import { t } from '@vscode/l10n';
import { leftOutWords, type LeftOut } from '../../protocol/index.ts';
import { Exact } from '../calls/Exact.tsx';
import { wholeNumber } from '../ui/language.ts';

export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <section class="request-section">
      <h2>{t('Left out or shortened')}</h2>
      {leftOut.length === 0 ? (
        <p class="request-quiet">{t('Nothing. The model gets everything whole.')}</p>
      ) : (
        <dl class="request-left">
          {leftOut.map((each, index) => {
            const { what, why } = leftOutWords(each, wholeNumber);
            return (
              <div key={index}>
                <dt>
                  <Exact text={what} />
                </dt>
                <dd>
                  <Exact text={why} />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}
