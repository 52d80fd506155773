import { hiddenPieces } from '../../base/common/hiddenCharacters.ts';
import { codePointName } from '../markdown/hiddenText.ts';

export function Exact({ text }: { text: string }) {
  return (
    <>
      {hiddenPieces(text, 'exact').map((piece, index) =>
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
