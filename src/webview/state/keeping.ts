/** What the page remembers is kept by the editor, and by the host: the editor forgets a tab when its host is killed. */
import type { Keeper } from './viewState.ts';

/** Typing changes it with every key; that long, in milliseconds, it rests before the host is told. */
const REST_MS = 500;

/**
 * Keeps with `editor`, and tells the host after a rest, but at once of a message that goes: a page that is hidden right
 * after would leave the host with the draft that it was. Where the editor has nothing, the host's page has it.
 */
export function keptTwice(editor: Keeper, tell: (kept: unknown) => void): Keeper {
  let resting: ReturnType<typeof setTimeout> | undefined;
  return {
    load: () => editor.load() ?? fromHost(),
    save: (kept) => {
      editor.save(kept);
      clearTimeout(resting);
      if (kept.going?.length) tell(kept);
      else resting = setTimeout(tell, REST_MS, kept);
    },
  };
}

/** What the host wrote into the document. */
function fromHost(): unknown {
  const written = document.querySelector('#kept')?.textContent;
  return written ? JSON.parse(written) : undefined;
}
