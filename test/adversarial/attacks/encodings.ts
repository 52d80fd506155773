/** Files whose other bytes are lost when one line of them is changed. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  editFile,
  writeFile as writeWhole,
  type ChangeCall,
} from '../../../src/editor/builtInTools/edits.ts';
import { locate } from '../../../src/editor/builtInTools/paths.ts';
import { swapChanges } from '../../../src/editor/builtInTools/undoChanges.ts';
import type { ChangedFile } from '../../../src/protocol/index.ts';
import type { AttackClass, Defence } from '../attack.ts';
import { documents, openTextDocument, settings } from '../documents.ts';
import { inWorkspace, unlessRefused } from '../scratch.ts';

const text = 'src/editor/builtInTools/fileText.ts';
const files = 'src/editor/builtInTools/exactFiles.ts';
const lossIsSeen: Defence = {
  title: 'a text with characters that stand for lost bytes is not taken for the file',
  file: text,
  name: 'hasLost',
  at: '! raw',
  as: 'true',
};
const sameBytes: Defence = {
  title: 'what is read must give the same bytes when it is written',
  file: text,
  name: 'exactRaw',
  at: 'conditional',
  as: 'raw',
};
const hasCharacter: Defence = {
  title: 'an encoding must have each character that is written',
  file: text,
  name: 'encodeExactly',
  at: 'throw',
  as: 'return bytes;',
};
const noHalves: Defence = {
  title: 'a passage may not begin behind what may be half of a character',
  file: 'src/editor/builtInTools/edits.ts',
  name: 'planReplacement.check',
  at: '&& piece',
  as: 'false',
};
const asciiAlone: Defence = {
  title: 'where no encoding is known only ASCII is written',
  file: 'src/editor/builtInTools/edits.ts',
  name: 'planReplacement.check',
  at: 'if isHalf',
  as: '',
};
const ownEnds: Defence = {
  title: 'the line ends that the editor changes come back',
  file: files,
  name: 'saveExactly',
  at: 'statement writeBytes #1/2',
  as: '',
};
const savedLoss: Defence = {
  title: 'nothing is saved from a document that has lost bytes of its file',
  file: files,
  name: 'openExactly',
  at: 'throw notExact',
  as: 'return { ...about, raw: shown, encoding, isBytewise };',
};
const ownForm: Defence = {
  title: 'a file that comes back gets its encoding and line ends',
  file: 'src/editor/builtInTools/undoChanges.ts',
  name: 'stepFor.bytes',
  as: '$alternate',
};

const call = {
  diffs: { add: () => '', changes: { add: () => undefined } },
  context: { approved: [], signal: new AbortController().signal },
} as unknown as ChangeCall;

/** The bytes of the file after what `use` does with it, as Latin-1. */
async function left(
  before: string,
  use: (path: string, full: string) => Promise<unknown>,
  encoding = 'utf8',
): Promise<string> {
  documents.clear();
  settings.encoding = encoding;
  try {
    return await inWorkspace({}, async (workspace) => {
      const full = join(workspace, 'a.txt');
      await writeFile(full, before, 'latin1');
      await unlessRefused(() => use('a.txt', full));
      return await readFile(full, 'latin1');
    });
  } finally {
    documents.clear();
    settings.encoding = 'utf8';
  }
}

const edit =
  (oldText: string, newText: string) =>
  (path: string): Promise<unknown> =>
    editFile({ path, oldText, newText }, call);

export const attacks: AttackClass = {
  title: 'Bytes of a file that a change does not mean',
  attacks: [
    {
      title:
        'A model edits one line of a file that is not UTF-8, and the editor saves the rest without its characters',
      defences: [lossIsSeen, sameBytes],
      succeeds: async () => !(await left('a = 1\nM\xfcller\n', edit('a = 1', 'a = 2'))).includes('M\xfcller'),
    },
    {
      title: 'A file ends in half a character, which is gone after an edit of another line',
      defences: [sameBytes],
      succeeds: async () => {
        const before = Buffer.concat([Buffer.from('\uFEFFa = 1\n', 'utf16le'), Buffer.from('!')]);
        return !(await left(before.toString('latin1'), edit('a = 1', 'a = 2'))).endsWith('!');
      },
    },
    {
      title:
        'A model writes a character that the encoding of the file does not have, and the editor saves a question mark',
      defences: [hasCharacter],
      succeeds: async () =>
        (await left('caf\xe9\n', (path) => writeWhole({ path, content: '日\n' }, call), 'iso88591')).includes(
          '?',
        ),
    },
    {
      title: 'A model replaces a brace that is half of a character',
      defences: [noHalves],
      succeeds: async () => !(await left('a = 1\n\x96{\n', edit('{', '('))).includes('\x96{'),
    },
    {
      title: 'A model writes Latin-1 into a file whose encoding nobody knows',
      defences: [asciiAlone],
      succeeds: async () => (await left('a = 1\n\x96{\n', edit('a = 1', 'é'))).includes('\xe9\n'),
    },
    {
      title: 'The editor makes all line ends of a file alike when one line is edited',
      defences: [ownEnds],
      succeeds: async () =>
        !(await left('a = 1\r\nb\nc\rd\n', edit('a = 1', 'a = 2'))).endsWith('\r\nb\nc\rd\n'),
    },
    {
      title: 'A file with unsaved changes, opened with characters lost, is saved by an edit',
      defences: [savedLoss],
      succeeds: async () => {
        const use = async (path: string): Promise<unknown> => {
          const { uri } = await locate(path);
          const document = await openTextDocument(uri);
          document.replace({ start: { offset: 0 }, end: { offset: 0 } }, 'typed\n');
          return editFile({ path, oldText: 'a = 1', newText: 'a = 2' }, call);
        };
        return !(await left('a = 1\nM\xfcller\n', use)).includes('M\xfcller');
      },
    },
    {
      title: 'A command deletes a file that is not UTF-8, and Undo brings it back as UTF-8',
      defences: [ownForm],
      succeeds: async () => {
        const use = async (path: string, full: string): Promise<unknown> => {
          const { uri, label } = await locate(path);
          await rm(full);
          const file: ChangedFile = {
            uri: uri.toString(),
            label,
            before: 'M\xfcller\n',
            after: undefined,
            beforeForm: { encoding: 'iso88591', lineEnds: 'w' },
            standing: 'made',
          };
          return swapChanges([file], 'undo');
        };
        return (await left('M\xfcller\r\n', use)) !== 'M\xfcller\r\n';
      },
    },
  ],
};
