/** Text that is shown exactly: of a tool's name or a value that somebody decides about, nothing is hidden. */
import { hiddenPieces } from '../../base/common/hiddenCharacters.ts';
import { nameOf } from '../markdown/hiddenText.ts';

/** The text with its hidden characters marked. */
export function Exact({ text }: { text: string }) {
  return (
    <>
      {hiddenPieces(text, 'exact').map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          <span key={index} class="hidden-character" title={nameOf(piece)}>
            {piece.text}
          </span>
        ),
      )}
    </>
  );
}
