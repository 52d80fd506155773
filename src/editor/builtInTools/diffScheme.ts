/** Of links to what files were before a call changed them. */
export const DIFF_SCHEME = 'patchbay-diff';
