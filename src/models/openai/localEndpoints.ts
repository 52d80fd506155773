/** The model servers that run on this machine: on which ports they usually listen, and how they are named. */

/** The programs' own defaults. On 8000 and 8080 other things listen as well; what is no list is passed over. */
const usual = new Map([
  [11434, 'Ollama'],
  [1234, 'LM Studio'],
  [8080, 'llama.cpp'],
  [8000, 'vLLM'],
  [1337, 'Jan'],
]);

/** A place where a model server may be listening. */
export interface LocalEndpoint {
  /** Such as `Ollama (127.0.0.1:11434)`. */
  readonly title: string;
  readonly baseURL: string;
}

/** The places of these ports, without those that belong to one of the base URLs which are known already. */
export function localEndpoints(ports: readonly number[], known: readonly string[]): LocalEndpoint[] {
  const taken = new Set(known.flatMap(localPort));
  return [...new Set(ports)]
    .filter((port) => Number.isInteger(port) && port > 0 && port < 65_536 && !taken.has(port))
    .map((port) => {
      const host = `127.0.0.1:${port}`;
      return { title: `${usual.get(port) ?? 'Local server'} (${host})`, baseURL: `http://${host}/v1` };
    });
}

/** The port of a base URL that leads to this machine. */
function localPort(baseURL: string): number[] {
  const url = URL.parse(baseURL);
  if (!url || !['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'].includes(url.hostname)) return [];
  return [Number(url.port || (url.protocol === 'https:' ? 443 : 80))];
}
