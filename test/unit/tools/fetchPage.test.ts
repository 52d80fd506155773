import assert from 'node:assert/strict';
import { fetchPageTool, fromNative, PageFetcher } from '../../../src/tools/index.ts';

const pages = new PageFetcher({ worker: '/no/worker' });

async function refusal(url: string, canCall?: (name: string) => boolean): Promise<string> {
  const tool = fromNative(fetchPageTool(pages, () => false));
  const { signal } = new AbortController();
  const result = await tool.call({ url }, { signal, onProgress: () => undefined, approved: [], canCall });
  assert.equal(result.status, 'error');
  return JSON.stringify(result.content);
}

describe('fetch_page, for an address that it may not request', () => {
  it('names run_command for this machine and private networks, if the model can call that', async () => {
    for (const url of ['http://localhost:3000/', 'http://127.0.0.1/', 'http://192.168.1.1/'])
      assert.match(
        await refusal(url, (name) => name === 'run_command'),
        /run_command with curl can read it/,
        url,
      );
  });

  it('names only the setting where commands cannot run, and for link-local addresses', async () => {
    for (const said of [
      await refusal('http://localhost:3000/', () => false),
      await refusal('http://localhost:3000/'),
      await refusal('http://169.254.169.254/latest/meta-data/', () => true),
    ]) {
      assert.match(said, /allowPrivateAddresses/);
      assert.doesNotMatch(said, /curl/);
    }
  });
});
