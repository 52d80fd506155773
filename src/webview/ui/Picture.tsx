import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { percentage } from './language.ts';
import { useChat } from './chatContext.ts';
import { IconButton } from './controls.tsx';

/** Factor of each zoom step, and its limits. */
const STEP = 1.25;
const [MIN, MAX] = [0.1, 16];

/** `src` must be a `data:` address: the CSP allows no other. */
export function Picture({ src, alt }: { src: string; alt: string }) {
  const { picture } = useChat();
  return (
    <button
      type="button"
      class="picture"
      title={t('Open the image')}
      aria-label={t('Open: {0}', alt)}
      onClick={() => (picture.value = { src, alt })}
    >
      <img class="call-image" src={src} alt={alt} />
    </button>
  );
}

export function PictureViewer() {
  const { picture } = useChat();
  const { value } = picture;
  return value ? <Viewer {...value} onClose={() => (picture.value = undefined)} /> : null;
}

function Viewer({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const image = useRef<HTMLImageElement>(null);
  /** Pixels; undefined while the image is fitted. */
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const zoom = (factor: number): void => {
    const { width: now = 0, naturalWidth: natural = 1 } = image.current ?? {};
    setWidth(Math.min(natural * MAX, Math.max(natural * MIN, now * factor)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === '+' || key === '=') zoom(STEP);
    else if (key === '-') zoom(1 / STEP);
    else if (key === '0') setWidth(undefined);
    else return;
    event.preventDefault();
  };
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? STEP : 1 / STEP);
  };
  const share = width === undefined ? t('Fitted') : percent(width, image.current?.naturalWidth);
  return (
    <dialog ref={dialog} class="viewer" aria-label={alt} onClose={onClose} onKeyDown={onKeyDown}>
      <div class="viewer-bar">
        <span class="viewer-title">{alt}</span>
        <span class="viewer-zoom" role="status">
          {share}
        </span>
        <IconButton icon="zoom-out" label={t('Zoom out (−)')} onClick={() => zoom(1 / STEP)} />
        <IconButton icon="zoom-in" label={t('Zoom in (+)')} onClick={() => zoom(STEP)} />
        <IconButton icon="screen-full" label={t('Fit (0)')} onClick={() => setWidth(undefined)} />
        <IconButton icon="close" label={t('Close (Escape)')} onClick={() => dialog.current?.close()} />
      </div>
      <div
        class="viewer-image"
        tabIndex={0}
        role="group"
        aria-label={t('Scrollable image')}
        onWheel={onWheel}
      >
        <img
          ref={image}
          class={width === undefined ? 'fits' : ''}
          src={src}
          alt={alt}
          style={{ width: width === undefined ? '' : `${width}px` }}
        />
      </div>
    </dialog>
  );
}

function percent(width: number, natural: number | undefined): string {
  return natural ? percentage(width / natural) : '';
}
