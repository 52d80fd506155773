import { Fragment } from 'preact';
import { Words } from '../calls/Exact.tsx';

const SETTING_ID = /(\bpatchbay(?:\.\w+)+)/u;

/** Shows words of others. The ids of settings in them break at their dots, and not within a word. */
export function TextWithSettings({ text }: { text: string }) {
  return (
    <>
      {text
        .split(SETTING_ID)
        .map((piece, index) =>
          index % 2 === 0 ? <Words key={index} text={piece} /> : <SettingId key={index} id={piece} />,
        )}
    </>
  );
}

function SettingId({ id }: { id: string }) {
  return (
    <span class="setting-id">
      {id.split('.').map((part, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <>
              .<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
