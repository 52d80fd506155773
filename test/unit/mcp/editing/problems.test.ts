/** What is wrong with an entry is said at its place in the text (issue 6, parts 2 and "Bad input"). */
import assert from 'node:assert/strict';
import { namesInText, placeOfMessage, problemsInLinked, problemsInText } from '../../../../src/mcp/index.ts';

const text = `{
  "patchbay.servers": {
    "good": { "command": "x" },
    "empty": {},
    "number": { "command": "x", "args": ["a", 1] },
    "bad name": { "command": "x" },
    "GOOD": { "command": "x" },
    "address": { "type": "http", "url": "ftp://x" },
    "dotted": { "command": "x", "env": { "A.B": [] } }
  }
}`;

describe('problems in a settings file', () => {
  it('are said at the value, at the key, or where something is missing', () => {
    const said = problemsInText(text, []).map(({ offset, length, message }) => [
      text.slice(offset, offset + length),
      message,
    ]);
    const words = said.map(([at, message]) => `${at}: ${message}`);
    assert.equal(words.length, 6, words.join('\n'));
    assert.match(words[0] ?? '', /^"empty": requires a "command"/);
    assert.match(words[1] ?? '', /^1: "args\.1" must be of type string/);
    assert.match(words[2] ?? '', /^"bad name": the name may only contain/);
    assert.match(words[3] ?? '', /^"GOOD": the name differs from "good" only/);
    assert.match(words[4] ?? '', /^"ftp:\/\/x": "url" must be an http or https URL/);
    assert.match(words[5] ?? '', /^\[\]: "env\.A\.B" must be a string, a number or null/);
  });

  it('are not reported for invalid JSON, because the editor reports that itself', () => {
    assert.deepEqual(problemsInText('{ "patchbay.servers": { "a": ', []), []);
    assert.deepEqual(namesInText('{ "patchbay.servers": { "a": ', []), []);
  });

  it('are found in the settings of a workspace file', () => {
    const [problem] = problemsInText('{ "settings": { "patchbay.servers": { "a": {} } } }', ['settings']);
    assert.match(problem?.message ?? '', /requires a "command"/);
    assert.deepEqual(namesInText(`{ "settings": ${text} }`, ['settings']).slice(0, 2), ['good', 'empty']);
  });

  it('that a launch has met are at the field that the message names', () => {
    const at = (message: string) => {
      const place = placeOfMessage(text, [], message);
      return place && text.slice(place.offset, place.offset + place.length);
    };
    assert.equal(at('The variable ${env:X} in patchbay.servers.number.args[0] is not set.'), '"a"');
    assert.equal(at('It stands in patchbay.servers.dotted.env["A.B"].'), '[]');
    assert.equal(at('Something else.'), undefined);
  });
});

describe('problems in a linked file', () => {
  const said = (linked: string): string[] =>
    problemsInLinked(linked).map(
      ({ offset, length, message }) => `${linked.slice(offset, offset + length)}: ${message}`,
    );

  it('are said at their place, and entries that are fine have none', () => {
    const words = said(
      `{ // Of the team.\n  "inputs": [], "servers": { "good": { "command": "x" }, "empty": {}, "list": [], "odd": { "command": 5 }, },\n}`,
    );
    assert.match(words[0] ?? '', /^"empty": requires a "command"/);
    assert.match(words[1] ?? '', /^"list": must be an object, not an array/);
    assert.match(words[2] ?? '', /^5: "command" must be of type string/);
    assert.equal(words.length, 3);
  });

  it('are a single problem if nothing of the file can be read: malformed, in conflict, or of another shape', () => {
    assert.match(said('{\n  "servers": {\n    "a": \n}')[0] ?? '', /JSON is not valid: .* in line \d/);
    const conflict = '{\n<<<<<<< mine\n  "servers": {}\n=======\n>>>>>>> theirs\n}';
    assert.match(said(conflict)[0] ?? '', /^<: The file has a merge conflict in line 2/);
    assert.match(said('{ "servers": [] }')[0] ?? '', /^\[\]: "servers" must be an object/);
    assert.equal(said('[]').length, 1);
    assert.deepEqual(said('{ "inputs": [] }'), []);
    assert.deepEqual(said(''), []);
    assert.match(said('{ "mcpServers": { "a": {} } }')[0] ?? '', /^"a": requires a "command"/);
  });
});
