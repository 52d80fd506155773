/** What is wrong with an answer is said in a sentence, never in the words of a validator. */
import assert from 'node:assert/strict';
import { SdkError, SdkErrorCode, specTypeSchemas } from '@modelcontextprotocol/client';
import { unreadableResult } from '../../../../src/mcp/common/unreadable.ts';

function dumpOf(value: unknown): string {
  const verdict = specTypeSchemas.InitializeResult['~standard'].validate(value);
  return JSON.stringify(verdict.issues, undefined, 2);
}

describe('unreadableResult', () => {
  it('names the request and the member of an invalid result', () => {
    const dump = dumpOf({ protocolVersion: '1', capabilities: {}, serverInfo: { name: 1, version: '1' } });
    const error = new SdkError(SdkErrorCode.InvalidResult, `Invalid result for initialize: ${dump}`);
    assert.equal(
      unreadableResult(error)?.english,
      'The answer of the server to "initialize" cannot be read: the member "serverInfo.name" is missing or of the wrong type. Report this to the author of the server.',
    );
  });

  it('names the member of an invalid message', () => {
    assert.match(
      unreadableResult(new Error(dumpOf({})))?.english ?? '',
      /the member "protocolVersion" is missing/,
    );
  });

  it('says nothing about other errors', () => {
    assert.equal(unreadableResult(new Error('[1]')), undefined);
    assert.equal(unreadableResult(new Error('Invalid result for x: not an object')), undefined);
    assert.equal(unreadableResult('text'), undefined);
  });
});
