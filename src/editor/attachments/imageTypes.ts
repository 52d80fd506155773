/** Recognizes texts and images by their bytes, because the name of a file and what a page says of it prove nothing. */
import { t } from '@vscode/l10n';
import { imageTypeOf } from '../../base/common/imageData.ts';
import { locale } from '../../base/common/locale.ts';
import { isBinary } from '../builtInTools/fileText.ts';

/** Bytes; endpoints refuse larger images. */
const MAX_IMAGE = 5_000_000;

export type FileKind = { readonly kind: 'text' } | { readonly kind: 'image'; readonly mimeType: string };

function oneDecimal(value: number): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** @throws Error for what is neither text nor an image, or too large. */
export function kindOf(bytes: Uint8Array): FileKind {
  const mimeType = imageTypeOf(Buffer.from(bytes.subarray(0, 16)).toString('latin1'));
  if (mimeType !== undefined) {
    if (bytes.length > MAX_IMAGE)
      throw new Error(
        t(
          'The image is too large ({0} MB). Models accept up to {1} MB.',
          oneDecimal(bytes.length / 1_000_000),
          MAX_IMAGE / 1_000_000,
        ),
      );
    return { kind: 'image', mimeType };
  }
  if (isBinary(bytes))
    throw new Error(t('The file is neither text nor a supported image (PNG, JPEG, GIF, WebP).'));
  return { kind: 'text' };
}
