/** The mode of a new file that the user exports to: what was said and done is for them alone, until they say otherwise. */
export const EXPORT_MODE = 0o600;
