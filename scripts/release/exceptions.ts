import type { Exception } from './audit.ts';

/** Advisories that were looked at. Each says why it does no harm here; none holds for longer than a quarter of a year. */
export const exceptions: readonly Exception[] = [];
