import { useMemo } from 'preact/hooks';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import { Exact } from './Exact.tsx';
import { aboutOf, splitPath } from './json.ts';

/** What the call is about, for lists of calls. */
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
