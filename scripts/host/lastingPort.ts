/** A port for a server that is started again there, or on which nobody may answer after it has ended. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give ports to those who ask for any, and to connections, from above only: Linux from 32768, others from 49152. */
const FROM = 20_000;
const TO = 32_000;
const ATTEMPTS = 20;

/**
 * Gives a free port that no other process gets unless it asks for this very one. `host` is the address to listen
 * on; `chance` draws a port.
 *
 * @throws Error of the system if it can listen on none of 20 ports.
 */
export async function lastingPort(host = '127.0.0.1', chance = () => randomInt(FROM, TO)): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = chance();
    try {
      await listenOnce(port, host);
      return port;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function listenOnce(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
