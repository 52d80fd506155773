/** Snapshots of workspace files: contents by hash, compared without any program of the workspace. */
export { readRegular, SnapshotScanner, type Content, type ScannedFolder } from './scan.ts';
export { snapshotLimits, type SnapshotLimits } from './limits.ts';
export {
  compareSnapshots,
  contentHash,
  type FileDifference,
  type FileState,
  type Snapshot,
  type UnsavedReason,
} from './snapshot.ts';
export { treeFiles, referencesOf, treesOf } from './trees.ts';
