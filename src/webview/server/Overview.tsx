import { timeText } from '../ui/format.ts';
import { t } from '@vscode/l10n';
import type { FailureView, ServerView } from '../../protocol/index.ts';
import { CodeText } from '../calls/ResultPart.tsx';
import { Icon, TextButton } from '../ui/controls.tsx';
import type { PageProps } from './state.ts';
import { stateLook } from './words.ts';

export function Overview({ server, post }: { server: ServerView; post: PageProps['post'] }) {
  const { failure, problems, facts, environment, capabilities, instructions, past } = server;
  return (
    <div class="server-overview">
      {failure && <Failure failure={failure} post={post} />}
      {problems.length > 0 && (
        <section class="server-card warning" aria-label={t('Problems')}>
          <h2>
            <Icon name="warning" /> {t('Some list entries were skipped')}
          </h2>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <div class="actions">
            <TextButton onClick={() => post({ type: 'showLog' })}>{t('Show Log')}</TextButton>
          </div>
        </section>
      )}
      <dl class="server-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {instructions !== undefined && (
        <section>
          <h2>{t('Instructions for the model')}</h2>
          <p class="server-instructions">{instructions}</p>
        </section>
      )}
      <section>
        <h2>{t('History')}</h2>
        {past.length === 0 && <p class="page-quiet">{t('No events in this window yet.')}</p>}
        <ol class="server-past">
          {past.map(({ at, kind, words }, index) => (
            <li key={past.length - index}>
              <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
              <span class={`server-state ${kind}`}>
                <Icon name={stateLook(kind).icon} />
                <span class="sr-only">{stateLook(kind).name}</span>
              </span>
              <span>{words}</span>
            </li>
          ))}
        </ol>
      </section>
      {environment.length > 0 && (
        <section>
          <h2>{t('Environment')}</h2>
          <p class="page-quiet">{t('Only names are shown, never values.')}</p>
          {environment.map(({ source, names }) => (
            <details key={source} open={names.length <= 12}>
              <summary>
                {source} <span class="server-count">{names.length}</span>
              </summary>
              <p class="server-names">
                {names.map((name) => (
                  <code key={name}>{name}</code>
                ))}
              </p>
            </details>
          ))}
        </section>
      )}
      {capabilities !== undefined && (
        <section>
          <h2>{t('Capabilities')}</h2>
          <CodeText text={capabilities} language="json" />
        </section>
      )}
    </div>
  );
}

function Failure({ failure, post }: { failure: FailureView; post: PageProps['post'] }) {
  const { message, next, details, actions, retry } = failure;
  return (
    <section class="server-card error" aria-label={t('Error')}>
      <h2>
        <Icon name="error" /> {t('Not connected')}
      </h2>
      <p>{message}</p>
      {retry && (
        <p class="page-quiet">
          {t('The server is restarted at {0}, attempt {1}.', timeText(retry.at), retry.attempt)}
        </p>
      )}
      <p>{next}</p>
      {details !== undefined && (
        <details>
          <summary>{t('Details')}</summary>
          <pre class="server-details">{details}</pre>
        </details>
      )}
      <div class="actions">
        {actions.map((label, index) => (
          <TextButton
            key={label}
            look={index === 0 ? 'primary' : 'secondary'}
            onClick={() => post({ type: 'act', label })}
          >
            {label}
          </TextButton>
        ))}
      </div>
    </section>
  );
}
