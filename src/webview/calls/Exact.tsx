import { hiddenPieces, type Strictness } from '../../base/common/hiddenCharacters.ts';
import { codePointName } from '../markdown/hiddenText.ts';

export function Exact({ text }: { text: string }) {
  return <Pieces text={text} strictness="exact" />;
}

/** Shows words of others, in which only what turns the direction of the text after it is marked. */
export function Words({ text }: { text: string }) {
  return <Pieces text={text} strictness="turning" />;
}

function Pieces({ text, strictness }: { text: string; strictness: Strictness }) {
  return (
    <>
      {hiddenPieces(text, strictness).map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          <span key={index} class="hidden-character" title={codePointName(piece)}>
            {piece.text}
          </span>
        ),
      )}
    </>
  );
}
