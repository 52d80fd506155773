import { useMemo } from 'preact/hooks';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import type { ProposedEdit } from '../../protocol/index.ts';
import { DiffCounts } from './InlineDiff.tsx';
import { Exact } from './Exact.tsx';
import { aboutOf, splitAtName, splitPath } from './json.ts';
import type { Move } from './moves.ts';

export function AboutEdit({ edit: { file, diff } }: { edit: ProposedEdit }) {
  return (
    <span class="call-about">
      <FileName text={file} />
      <DiffCounts {...diff} />
    </span>
  );
}

/** The parts of the path are boxes, which would be read apart. */
export function FileName({ text }: { text: string }) {
  return (
    <>
      <span class="sr-only">{showHidden(text, 'exact')}</span>
      <span class="about-parts about-edit" aria-hidden="true">
        <Path text={text} isPath />
      </span>
    </>
  );
}

export function AboutCall({ argsText }: { argsText: string }) {
  const { name, value, others } = useMemo(() => aboutOf(argsText), [argsText]);
  if (name === '' && value === '') return null;
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
        <Path text={value} />
        {others !== '' && (
          <span class="about-others">
            <Exact text={`, ${others}`} />
          </span>
        )}
      </span>
    </span>
  );
}

/** Shows both paths of a move, each with a line of its own where the row is narrow. */
export function AboutMove({ from, to }: Move) {
  const words = showHidden(`${from} → ${to}`, 'exact');
  return (
    <span class="call-about" title={words}>
      <span class="sr-only">{words}</span>
      <span class="about-parts about-move" aria-hidden="true">
        <span class="about-path">
          <Path text={from} isPath />
        </span>
        <span class="about-path">
          <span class="about-arrow"> → </span>
          <Path text={to} isPath />
        </span>
      </span>
    </span>
  );
}

/** A narrow row shortens the folders before the name of the file. `isPath`: the text is a path, whatever is in it. */
function Path({ text, isPath = false }: { text: string; isPath?: boolean | undefined }) {
  const [folders, rest] = isPath ? splitAtName(text) : splitPath(text);
  return (
    <>
      {folders !== '' && (
        <span class="about-folders">
          <Exact text={folders} />
        </span>
      )}
      <span class="about-rest">
        <Exact text={rest} />
      </span>
    </>
  );
}
