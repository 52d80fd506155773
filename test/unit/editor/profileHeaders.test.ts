/** The values of a model profile's headers. */
import assert from 'node:assert/strict';
import { profileHeaders } from '../../../src/editor/modelSelection/profileHeaders.ts';

describe('the headers of a model profile', () => {
  const fill = (headers: Record<string, string>) =>
    profileHeaders(
      { name: 'Work', baseURL: 'https://models.example/v1', headers, toolCalling: true },
      {
        environment: { TEAM: 'blue' },
        secret: async (name, field) => (name === 'token' ? `secret for ${field}` : undefined),
      },
    );

  it('are filled in from the environment and from secrets', async () => {
    assert.deepEqual(await fill({ a: 'plain', b: '${env:TEAM}-${env:TEAM}', c: 'Key ${secret:token}' }), {
      a: 'plain',
      b: 'blue-blue',
      c: 'Key secret for the header c',
    });
  });

  for (const variable of ['${env:NONE}', '${secret:none}', '${input:token}', '${TEAM}']) {
    it(`are not sent with a hole: ${variable} without a value is named`, async () => {
      await assert.rejects(fill({ a: `x ${variable}` }), (error: Error) => {
        assert.equal(error.message, `${variable} in the header a of the profile "Work" has no value.`);
        return true;
      });
    });
  }
});
