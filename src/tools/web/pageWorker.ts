/** Has its own bundle, the only one with the libraries that read pages. */
import { parentPort, workerData } from 'node:worker_threads';
import { readPage, type PageContent } from './readPage.ts';

parentPort?.postMessage(readPage(workerData as PageContent));
