import { LocalizedError, type LocalizedMessage, msg } from '../base/common/message.ts';

export class StoreError extends LocalizedError {
  override readonly name = 'StoreError';
}

/** Kinds of SQLite's primary result codes and Node's error codes. */
type Kind = 'full' | 'forbidden' | 'damaged' | 'locked' | 'unreadable';

const sqliteKinds: Readonly<Record<number, Kind>> = {
  3: 'forbidden',
  5: 'locked',
  6: 'locked',
  8: 'forbidden',
  10: 'unreadable',
  11: 'damaged',
  13: 'full',
  14: 'forbidden',
  26: 'damaged',
};
const systemKinds: Readonly<Record<string, Kind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'forbidden',
  ENOTDIR: 'forbidden',
  EEXIST: 'forbidden',
  EIO: 'unreadable',
};

export function describeFailure(error: unknown, file: string): LocalizedMessage {
  if (error instanceof StoreError) return error.text;
  const { message } = error as Error;
  switch (kindOf(error)) {
    case 'full':
      return msg(
        'There is no space left for {0} ({1}). Free some disk space. Saving is retried automatically.',
        file,
        message,
      );
    case 'forbidden':
      return msg(
        'The file {0} cannot be written ({1}). Make it and its folder writable for your user.',
        file,
        message,
      );
    case 'damaged':
      return msg(
        'The file {0} cannot be used: it is damaged or not a database ({1}). Move the file away to have a new one created.',
        file,
        message,
      );
    case 'locked':
      return msg(
        'Another program has locked the file {0} ({1}). Close the program. Saving is retried automatically.',
        file,
        message,
      );
    case 'unreadable':
      return msg(
        'The disk reports an error for the file {0} ({1}). Check the disk and the space that is left on it.',
        file,
        message,
      );
    case undefined:
      return msg('The file {0} cannot be used: {1}', file, message);
  }
}

function kindOf(error: unknown): Kind | undefined {
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === 'number') return sqliteKinds[errcode & 0xff];
  return typeof code === 'string' ? systemKinds[code] : undefined;
}
