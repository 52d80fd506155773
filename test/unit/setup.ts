/** Loaded before the unit tests (.mocharc.json): how properties are checked where a test does not say. */
import fc from 'fast-check';
import { cases } from '../fixtures/cases.ts';

fc.configureGlobal({ numRuns: cases(100, 2_000), includeErrorInReport: true });
