/**
 * Unpacks @sparticuz/chromium into the temporary folder; browser.ts runs this in a process whose TMPDIR is the cache.
 * The package uses fixed names and takes what exists for complete, so concurrent runs in one folder would break each
 * other.
 */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
