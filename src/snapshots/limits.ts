/** Limits of one snapshot. Files beyond them are named as not covered. */
export interface SnapshotLimits {
  readonly files: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
  /** Limit in ms for the whole scan. */
  readonly scanMs: number;
}

export const snapshotLimits: SnapshotLimits = {
  files: 120_000,
  fileBytes: 1_000_000,
  totalBytes: 500_000_000,
  scanMs: 15_000,
};
