/**
 * Unpacks the Chromium of @sparticuz/chromium into the system's temporary folder; browser.ts runs it as a process
 * of its own whose TMPDIR is the cache. The package uses fixed names there and takes what it finds under them
 * for complete, so that two runs in one folder would hurt each other.
 */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
