import { signal } from '@preact/signals';
import type { Appearance } from '../../protocol/index.ts';

/** The looks of pages as the user has set them. A component that reads them is drawn again when they change. */
export const appearance = signal<Appearance>({ type: 'appearance', font: {}, title: '', settings: {} });
