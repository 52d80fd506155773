import { useMemo } from 'preact/hooks';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import type { ProposedEdit } from '../../protocol/index.ts';
import { DiffCounts } from './InlineDiff.tsx';
import { Exact } from './Exact.tsx';
import { aboutOf, splitPath } from './json.ts';

/** What the call is about, for lists of calls. */
/** The file that a call changed, and by how many lines. */
export function AboutEdit({ edit: { file, diff } }: { edit: ProposedEdit }) {
  const [folders, rest] = splitPath(file);
  return (
    <span class="call-about">
      <span class="sr-only">{showHidden(file, 'exact')}</span>
      <span class="about-parts about-edit" aria-hidden="true">
        {folders !== '' && (
          <span class="about-folders">
            <Exact text={folders} />
          </span>
        )}
        <span class="about-rest">
          <Exact text={rest} />
        </span>
      </span>
      <DiffCounts {...diff} />
    </span>
  );
}

export function AboutCall({ argsText }: { argsText: string }) {
  const { name, value, others } = useMemo(() => aboutOf(argsText), [argsText]);
  const [folders, rest] = splitPath(value);
  return (
    <span class="call-about">
      {/* The parts are boxes, which would be read apart. */}
      <span class="sr-only">
        {showHidden(`${name && `${name}: `}${value}${others && `, ${others}`}`, 'exact')}
      </span>
      <span class="about-parts" aria-hidden="true">
        {name !== '' && (
          <span class="about-name">
            <Exact text={`${name}: `} />
          </span>
        )}
        {folders !== '' && (
          <span class="about-folders">
            <Exact text={folders} />
          </span>
        )}
        <span class="about-rest">
          <Exact text={rest} />
        </span>
        {others !== '' && (
          <span class="about-others">
            <Exact text={`, ${others}`} />
          </span>
        )}
      </span>
    </span>
  );
}
