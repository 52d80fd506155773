/** Finds characters in an entry's headers that no request can have, such as a quotation mark of a text program. */
import { recordOf } from '../../base/common/guards.ts';
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import type { RawEntry } from './serversText.ts';

export function headerProblems({ headers }: RawEntry): LocalizedMessage[] {
  return Object.entries(recordOf(headers)).flatMap(([name, value]) => {
    const [odd] =
      typeof value === 'string'
        ? (/[^\t\u0020-\u007e\u0080-\u00ff]/u.exec(value.replaceAll(/\$\{[^}]*\}/g, '').trim()) ?? [])
        : [];
    if (odd === undefined) return [];
    const code = (odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return [
      msg(
        'the header "{0}" contains the character {1}, which is not allowed in a header.',
        name,
        `U+${code}`,
      ),
    ];
  });
}
