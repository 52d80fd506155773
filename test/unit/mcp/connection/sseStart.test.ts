/** An SSE server whose stream never begins: the SDK's transport waits for it also after it was closed. */
import assert from 'node:assert/strict';
import { hangingServer } from '../../../fixtures/servers/http.ts';
import { listen, type RunningServer } from '../../../fixtures/servers/httpHost.ts';
import { Bench } from '../support.ts';

describe('an SSE server whose stream never begins', () => {
  const silent = async (): Promise<RunningServer> =>
    listen((_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders());
  const ways: Readonly<Record<string, () => Promise<RunningServer>>> = {
    'does not answer': hangingServer,
    'sends no endpoint': silent,
  };
  for (const [what, start] of Object.entries(ways)) {
    it(`is in error after its time limit when it ${what}`, async () => {
      const server = await start();
      const bench = new Bench();
      try {
        bench.configure({ remote: { type: 'sse', url: server.url, setupTimeout: 200 } });
        await bench.until('remote', 'error');
      } finally {
        await bench.dispose();
        await server.close();
      }
    });

    it(`can be disconnected and connected again when it ${what}`, async () => {
      const server = await start();
      const bench = new Bench();
      try {
        bench.configure({ remote: { type: 'sse', url: server.url } });
        const remote = bench.server('remote');
        assert.equal(remote.state.kind, 'connecting');
        await new Promise((resolve) => setImmediate(resolve));
        await remote.disconnect();
        void remote.connect();
        await remote.disconnect();
        assert.equal(remote.state.kind, 'disconnected');
      } finally {
        await bench.dispose();
        await server.close();
      }
    });
  }
});
