/** Says in Patchbay's words where a text is no valid JSON. */
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { type LocalizedMessage, msg } from './message.ts';

/** Returns the first fault of a text that `JSON.parse` refuses, with its place. */
export function jsonFault(text: string): LocalizedMessage {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  // The parser finds no fault in what only `JSON.parse` refuses, such as a line feed within a string.
  if (!first) return msg('a character that JSON does not allow');
  return msg('{0} in line {1}', wordsOf(first), text.slice(0, first.offset).split('\n').length);
}

/** Describes an error of the parser, a rare one by its name. */
export function wordsOf({ error }: ParseError): string | LocalizedMessage {
  const code = printParseErrorCode(error);
  switch (code) {
    case 'InvalidSymbol':
      return msg('invalid symbol');
    case 'PropertyNameExpected':
      return msg('property name expected');
    case 'ValueExpected':
      return msg('value expected');
    case 'ColonExpected':
      return msg('colon expected');
    case 'CommaExpected':
      return msg('comma expected');
    case 'CloseBraceExpected':
      return msg('close brace expected');
    case 'CloseBracketExpected':
      return msg('close bracket expected');
    case 'EndOfFileExpected':
      return msg('end of file expected');
    case 'InvalidEscapeCharacter':
      return msg('a backslash that is not doubled');
    case 'UnexpectedEndOfComment':
      return msg('unexpected end of comment');
    case 'UnexpectedEndOfString':
      return msg('unexpected end of string');
    default:
      return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  }
}
