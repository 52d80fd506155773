/** Where model servers of this machine are looked for. */
import assert from 'node:assert/strict';
import { settings } from '../../../../src/contributions/ids.ts';
import { localEndpoints } from '../../../../src/models/index.ts';

const titles = (ports: readonly number[], known: readonly string[] = []) =>
  localEndpoints(ports, known).map(({ title }) => title);

describe('local endpoints', () => {
  it('are named after the program that usually has the port', () => {
    assert.deepEqual(localEndpoints([11434, 4711], []), [
      { title: 'Ollama (127.0.0.1:11434)', baseURL: 'http://127.0.0.1:11434/v1' },
      { title: 'Local server (127.0.0.1:4711)', baseURL: 'http://127.0.0.1:4711/v1' },
    ]);
  });

  it('are looked for where the known programs listen as long as nothing is set', () => {
    assert.deepEqual(
      titles(settings['model.localPorts'].default).map((title) => title.split(' (')[0]),
      ['Ollama', 'LM Studio', 'llama.cpp', 'vLLM', 'Jan'],
    );
  });

  it('are offered once, and not where the endpoint is known by another name', () => {
    const known = ['http://localhost:11434/v1', 'https://example.com:8000/v1'];
    assert.deepEqual(titles([11434, 8000, 8000], known), ['vLLM (127.0.0.1:8000)']);
  });

  it('are on ports that exist', () => {
    assert.deepEqual(titles([0, 65_536, 1.5, -1]), []);
  });
});
