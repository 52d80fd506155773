/** A feature in four files: an option of a package, its documentation, its test and the version. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelTask } from '../task.ts';
import { addTest, copyPackage } from '../workspace.ts';

const TEST = `const assert = require('node:assert');
const cors = require('.');

/** Headers of the answer to a request. */
function headersOf(options, method, requestHeaders = {}) {
  const headers = {};
  const response = {
    getHeader: (name) => headers[name],
    setHeader: (name, value) => (headers[name] = value),
    end: () => {},
  };
  cors(options)({ method, headers: requestHeaders }, response, () => {});
  return headers;
}

assert.equal(headersOf({}, 'GET')['Access-Control-Allow-Origin'], '*');
assert.equal(headersOf({ maxAge: 5 }, 'OPTIONS')['Access-Control-Max-Age'], '5');

console.log('ok');
`;

const NEW_TEST = `
const asked = { 'access-control-request-private-network': 'true' };
const allowed = 'Access-Control-Allow-Private-Network';
assert.equal(headersOf({ allowPrivateNetwork: true }, 'OPTIONS', asked)[allowed], 'true');
assert.equal(headersOf({ allowPrivateNetwork: true }, 'OPTIONS')[allowed], undefined);
assert.equal(headersOf({ allowPrivateNetwork: true }, 'GET', asked)[allowed], undefined);
assert.equal(headersOf({}, 'OPTIONS', asked)[allowed], undefined);

console.log('ok');`;

const NEW_FUNCTION = `  function configurePrivateNetwork(options, req) {
    if (options.allowPrivateNetwork === true && req.headers['access-control-request-private-network'] === 'true') {
      return {
        key: 'Access-Control-Allow-Private-Network',
        value: 'true'
      };
    }
    return null;
  }

`;

export const feature: ModelTask = {
  name: 'feature',
  prompt:
    'Add an option allowPrivateNetwork to cors: when it is true, the answer to a preflight request that has the header Access-Control-Request-Private-Network: true has Access-Control-Allow-Private-Network: true. Write a test and document it in the README. Make it version 2.9.0.',
  async prepare(folder) {
    await copyPackage('cors', folder);
    await copyPackage('vary', join(folder, 'node_modules/vary'));
    await copyPackage('object-assign', join(folder, 'node_modules/object-assign'));
    await addTest(folder, TEST);
  },
  decisions: [
    {
      calls: [
        { name: 'read_file', args: { path: 'lib/index.js' } },
        { name: 'read_file', args: { path: 'test.js' } },
        { name: 'read_file', args: { path: 'package.json' } },
        {
          name: 'search_text',
          args: { query: 'maxAge|preflightContinue', isRegex: true, path: 'README.md', context: 2 },
        },
      ],
    },
    {
      calls: [
        {
          name: 'edit_file',
          args: {
            path: 'lib/index.js',
            edits: [
              {
                oldText: '  function applyHeaders(headers, res) {',
                newText: `${NEW_FUNCTION}  function applyHeaders(headers, res) {`,
              },
              {
                oldText: '      headers.push(configureMaxAge(options))\n',
                newText:
                  '      headers.push(configureMaxAge(options))\n      headers.push(configurePrivateNetwork(options, req))\n',
              },
            ],
          },
        },
        {
          name: 'edit_file',
          args: {
            path: 'README.md',
            oldText: '* `preflightContinue`: Pass',
            newText:
              '* `allowPrivateNetwork`: Configures the **Access-Control-Allow-Private-Network** CORS header. Set to `true` to pass the header where a preflight request has **Access-Control-Request-Private-Network**, otherwise it is omitted.\n* `preflightContinue`: Pass',
          },
        },
        { name: 'edit_file', args: { path: 'test.js', oldText: "\nconsole.log('ok');", newText: NEW_TEST } },
        {
          name: 'edit_file',
          args: { path: 'package.json', oldText: '"version": "2.8.6"', newText: '"version": "2.9.0"' },
        },
        { name: 'run_command', args: { command: 'npm test' } },
      ],
    },
    { answer: 'cors has the option allowPrivateNetwork, in version 2.9.0. npm test passes.' },
  ],
  async check(folder, results) {
    const [code = '', , , readme = '', ...changes] = results;
    assert.match(code, /^169\t {6}headers\.push\(configureMaxAge\(options\)\)$/m);
    assert.match(readme, /^\d+:\* `preflightContinue`: Pass/m);
    assert.match(changes.at(-1) ?? '', /^> cors@2\.9\.0 test[^]*^ok$/m);
    assert.match(await readFile(join(folder, 'README.md'), 'utf8'), /allowPrivateNetwork/);
  },
};
