/** Images that an endpoint refuses (src/models/request/refusedImages.ts). */
import assert from 'node:assert/strict';
import { imageNamedIn } from '../../../../src/models/request/refusedImages.ts';
import { createOpenAiModel } from '../../../../src/models/openai/openai.ts';
import type { Message, ModelEvent, SentRequest } from '../../../../src/models/index.ts';
import type { ContentPart } from '../../../../src/protocol/index.ts';
import { apis, errorReply, textReply, type SeenRequest } from '../../../fixtures/endpoint.ts';
import { continuing, modelErrorOf, run, useEndpoints } from '../support.ts';

type Image = Extract<ContentPart, { type: 'image' }>;

const heads = { png: '\x89PNG\r\n\x1a\n', gif: 'GIF89a', webp: 'RIFF0000WEBP' };

function imageOf(name: string, type: keyof typeof heads = 'png'): Image {
  const data = Buffer.from(`${heads[type]}.${name.padEnd(9, '.')}`, 'latin1').toString('base64');
  return { type: 'image', mimeType: `image/${type}`, data };
}

/** Names of the images in a request, in order. */
function imagesOf({ chat: body }: SeenRequest): string[] {
  return [...JSON.stringify(body.messages).matchAll(/base64,([^"]+)"/g)].map(
    ([, data = '']) => /(\w+)\.*$/.exec(Buffer.from(data, 'base64').toString('latin1'))?.[1] ?? '',
  );
}

function attached(text: string, ...images: readonly ContentPart[]): Message {
  return { role: 'user', text, content: images };
}

function said(text: string): Message {
  return { role: 'assistant', text, calls: [] };
}

function toldIn(events: readonly ModelEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'imagesLeftOut' ? [event.message] : []));
}

let count = 0;

for (const api of apis)
  describe(`an image that the endpoint refuses (${api})`, () => {
    const start = useEndpoints();

    /** Starts an endpoint that refuses the images `bad` with `words`, which follow the body that it saw. */
    const refusing = async (
      bad: readonly string[],
      words: string | ((seen: SeenRequest) => string) = 'Could not process image',
    ) => {
      const { baseURL, requests } = await start((seen) => {
        const message = typeof words === 'string' ? words : words(seen);
        const isRefused = imagesOf(seen).some((name) => bad.includes(name));
        return isRefused ? errorReply(400, { error: { message } }) : textReply('ok');
      });
      count += 1;
      const options = { baseURL, api, model: `see-${count}`, canCallTools: true };
      return {
        requests,
        make: () => createOpenAiModel(options),
        images: () => requests.map(imagesOf),
      };
    };

    it('costs only itself, whatever place it has among others, and stays left out in later turns', async () => {
      const { make, images } = await refusing(['two']);
      const first = attached('a', imageOf('one'));
      await run(make(), continuing([first]));
      const messages = [first, said('ok'), attached('b', imageOf('two'), imageOf('three'))];
      const { events, text } = await run(make(), continuing(messages));
      assert.equal(text, 'ok');
      assert.deepEqual(images().slice(1), [
        ['one', 'two', 'three'],
        ['one', 'two'],
        ['one', 'three'],
      ]);
      assert.match(
        toldIn(events).join('\n'),
        /does not accept this image\..* image of the message \(image\/png, 1 KB\)/,
      );
      // The next turn has a model of its own.
      const next = await run(make(), continuing([...messages, said('ok'), attached('c', imageOf('four'))]));
      assert.deepEqual(images().slice(4), [['one', 'three', 'four']]);
      assert.deepEqual(toldIn(next.events), []);
    });

    it('is named to the user by its file, its resource or its tool, with the words of the endpoint', async () => {
      const file = { type: 'text', text: '[Image: docs/a.png]' } as const;
      const blob = imageOf('blob').data;
      const messages: readonly (readonly [readonly Message[], RegExp])[] = [
        [[attached('a', file, imageOf('file'))], /: docs\/a\.png \(image\/png, 1 KB\)\.$/],
        [[attached('a', { type: 'resource', uri: 'file:///x.png', blob })], /: file:\/\/\/x\.png \(/],
        [
          [
            { ...said(''), calls: [{ id: 'c', name: 'shot', argsText: '{}' }] } as Message,
            { role: 'tool', callId: 'c', content: [imageOf('tool')], isError: false },
          ],
          /: image of the result of shot \(/,
        ],
      ];
      for (const [given, expected] of messages) {
        const { make, requests } = await refusing(['file', 'blob', 'tool']);
        const sent: SentRequest[] = [];
        const { events } = await run(make(), { ...continuing(given), onSend: (each) => sent.push(each) });
        assert.match(toldIn(events).join('\n'), expected);
        assert.match(JSON.stringify(events), /"detail":"400 Could not process image"/);
        assert.deepEqual(
          sent.map(({ lostImages }) => lostImages.length),
          [0, 1],
        );
        assert.match(JSON.stringify(requests[1]?.chat.messages), /it cannot be shown to you\]/);
      }
    });

    it('is tried first when the words name its place or its type', async () => {
      const all = ['a', 'b', 'c', 'd'];
      const place = api === 'chat' ? "'messages[1].content[2].image_url'" : "'input[0].content[2].image_url'";
      const rows: readonly (readonly [string, ContentPart[]])[] = [
        [`Invalid ${place}: not a valid image.`, all.map((name) => imageOf(name))],
        ['messages.0.content.2.image.source.base64: invalid', all.map((name) => imageOf(name))],
        ['Failed to load image at index 1', all.map((name) => imageOf(name))],
        ['image/gif is not supported', all.map((name) => imageOf(name, name === 'b' ? 'gif' : 'png'))],
        [
          "unsupported image. Formats: ['png', 'webp']",
          all.map((name) => imageOf(name, name === 'b' ? 'gif' : 'webp')),
        ],
      ];
      for (const [words, parts] of rows) {
        const { make, images } = await refusing(['b'], words);
        await run(make(), continuing([{ role: 'system', text: 's' }, attached('look', ...parts)]));
        assert.deepEqual(images(), [all, ['a', 'c', 'd']], words);
      }
    });

    it('is not the only one: with other words each time, each costs only itself', async () => {
      const bad = ['a', 'c'];
      const { make, images } = await refusing(
        bad,
        (seen) => `image exceeds 5 MB maximum: ${imagesOf(seen).find((name) => bad.includes(name)) ?? ''}`,
      );
      const parts = ['a', 'b', 'c'].map((name) => imageOf(name));
      const { events } = await run(make(), continuing([attached('look', ...parts)]));
      assert.deepEqual(images().at(-1), ['b']);
      assert.equal(toldIn(events).length, 1);
    });

    it('takes all new ones with it when no single one helps, and no image that was accepted before', async () => {
      const { make, images } = await refusing(['b', 'c']);
      const first = attached('a', imageOf('a'));
      await run(make(), continuing([first]));
      await run(make(), continuing([first, said('ok'), attached('x', imageOf('b'), imageOf('c'))]));
      assert.deepEqual(images().slice(1), [['a', 'b', 'c'], ['a', 'b'], ['a', 'c'], ['a']]);
    });

    it('costs a bounded number of requests among many', async () => {
      const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
      const { make, images } = await refusing(names, () => `request ${count++}: bad image`);
      const parts = names.map((name) => imageOf(name));
      await run(make(), continuing([attached('look', ...parts)]));
      assert.ok(images().length <= 9, String(images().length));
      assert.deepEqual(images().at(-1), []);
    });

    it('goes with all others at once when the model takes none', async () => {
      for (const words of [
        'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
        'No endpoints found that support image input',
        'This model does not support images.',
        "This model doesn't support image input",
        'Invalid content type. image_url is only supported by certain models.',
        'messages[1]: unknown variant `image_url`, expected `text`',
        'm is not a multimodal model',
        'At most 0 image(s) may be provided in one request.',
        'Vision is not enabled for this model',
        'images are not supported by this model',
      ]) {
        const { make, images } = await refusing(['a', 'b'], words);
        const { events } = await run(make(), continuing([attached('x', imageOf('a'), imageOf('b'))]));
        assert.deepEqual(images(), [['a', 'b'], []], words);
        assert.deepEqual(toldIn(events), []);
      }
    });

    it('is no reason to think that the model takes none', async () => {
      for (const words of [
        'Could not process image',
        'messages.0.content.2.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes',
        'The image format is not supported: image/png',
        'You uploaded an unsupported image. Please make sure your image is valid.',
        'cannot identify image file',
        'Unable to process input image. Please retry',
        'Image dimensions are not accepted: at most 8000 pixels',
        'does not support images larger than 20 MB',
        'The image data you provided does not represent a valid image',
      ]) {
        const { make, images } = await refusing(['b'], words);
        await run(make(), continuing([attached('x', imageOf('a'), imageOf('b'))]));
        assert.deepEqual(images(), [['a', 'b'], ['a']], words);
      }
    });

    it('is not blamed for a refusal that goes on without any image', async () => {
      const { baseURL, requests } = await start(() => errorReply(400, { error: { message: 'bad image' } }));
      const chat = createOpenAiModel({ baseURL, api, model: 'strict', canCallTools: true });
      const message = attached('x', imageOf('a'));
      await modelErrorOf(run(chat, continuing([message])));
      assert.deepEqual(requests.map(imagesOf).slice(0, 2), [['a'], []]);
      const before = requests.length;
      await modelErrorOf(run(chat, continuing([message])));
      assert.deepEqual(imagesOf(requests[before] as SeenRequest), ['a']);
    });
  });

describe('the place of an image in a refusal', () => {
  it('is undefined where the body has no image there', () => {
    const items = [{ role: 'user', content: [{ type: 'text', text: 'x' }] }];
    assert.equal(imageNamedIn('messages.0.content.0: bad image', items), undefined);
    assert.equal(imageNamedIn('messages.9.content.9: bad image', items), undefined);
    assert.equal(imageNamedIn('image at index 4', items), undefined);
    assert.equal(imageNamedIn('bad image', [{ content: 'text' }, undefined, null]), undefined);
  });
});
