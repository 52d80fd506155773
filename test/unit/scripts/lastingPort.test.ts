/** The port of a server that a test ends and starts again. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { lastingPort } from '../../../scripts/host/lastingPort.ts';

describe('a lasting port', () => {
  it('is outside of the ports that Linux, macOS and Windows assign by themselves', async () => {
    const port = await lastingPort();
    assert.ok(port >= 20_000 && port < 32_768, String(port));
  });

  it('is free, and asking for it ends with the error of the system if none is', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const taken = (other.address() as AddressInfo).port;
    const free = await lastingPort();
    const drawn = [taken, taken, free];
    assert.equal(await lastingPort('127.0.0.1', () => drawn.shift() ?? 0), free);
    await assert.rejects(
      lastingPort('127.0.0.1', () => taken),
      { code: 'EADDRINUSE' },
    );
    other.close();
  });
});
