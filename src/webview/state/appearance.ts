import { signal } from '@preact/signals';
import type { Appearance } from '../../protocol/index.ts';

/** What the user has set for the looks of pages. A component that reads it is drawn again when it changes. */
export const appearance = signal<Appearance>({ type: 'appearance', font: {}, title: '', settings: {} });
