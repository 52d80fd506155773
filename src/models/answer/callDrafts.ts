/**
 * Assembles streamed pieces of tool calls. By the specification, `index` says to which call a piece belongs, and id and
 * name come once. Ollama and LiteLLM number every call 0, Gemini sends no index, llama.cpp repeats id and name or sends
 * them empty, and others split the name. So the earlier pieces of the call decide what a name means.
 */
import { isDeepStrictEqual } from 'node:util';
import { addCallEcho, type Fields } from '../common/echo.ts';
import { isRecord, jsonObject } from '../../base/common/guards.ts';
import type { CallRequest } from '../common/model.ts';

/** Number of calls that a choice can have. A call of another choice has another slot. */
const SLOTS = 100_000;

interface Draft {
  readonly slot: number;
  readonly isNumbered: boolean;
  id: string;
  name: string;
  args: string;
  /** The last piece of the arguments, if each piece had all of the arguments so far. */
  soFar: string | undefined;
  /** A finish reason was received after the call. */
  isEnded: boolean;
  /** The call has the id of an ended call. Without arguments it is a repetition of that call. */
  readonly mayRepeat: boolean;
  readonly echo: Record<string, unknown>;
}

export class CallDrafts {
  private readonly drafts: Draft[] = [];
  private readonly names: readonly string[];

  /** `names` are the wire names that the request offered. They show whether a name is complete. */
  constructor(names: readonly string[]) {
    this.names = names;
  }

  get count(): number {
    return this.drafts.length;
  }

  get newest(): { readonly name: string; readonly length: number } | undefined {
    const draft = this.drafts.at(-1);
    return draft && draft.name !== '' ? { name: draft.name, length: draft.args.length } : undefined;
  }

  /**
   * Marks all calls as ended. Some gateways send a finish reason after each call, and number all calls alike without
   * ids.
   */
  markEnded(): void {
    for (const draft of this.drafts) draft.isEnded = true;
  }

  /** `choice` is the number of the choice that has the pieces. */
  add(pieces: readonly unknown[], choice = 0): void {
    const touched = new Set<Draft>();
    pieces
      .filter(isRecord)
      .forEach((piece, position) => touched.add(this.addPiece(piece, position, touched, choice)));
  }

  finish(): CallRequest[] {
    return this.drafts
      .filter(({ name, args, mayRepeat }) => args.trim() !== '' || (name !== '' && !mayRepeat))
      .map(({ id, name, args, soFar, echo }) => ({
        id,
        name,
        argsText: finishedArgs(args, soFar),
        echo: Object.keys(echo).length > 0 ? echo : undefined,
      }));
  }

  private addPiece(piece: Fields, position: number, touched: ReadonlySet<Draft>, choice: number): Draft {
    const fn = isRecord(piece['function']) ? piece['function'] : {};
    const id = textOf(piece['id']);
    const name = textOf(fn['name']);
    const args = argsOf(fn['arguments']);
    const isNumbered = typeof piece['index'] === 'number';
    const slot = (isNumbered ? (piece['index'] as number) : position) + choice * SLOTS;
    const again = this.sentBefore({ slot, isNumbered, id, name, args }, touched);
    if (again) return again;
    const inSlot = this.drafts.filter((draft) => draft.slot === slot);
    const before = (id !== '' && inSlot.findLast((draft) => draft.id === id)) || inSlot.at(-1);

    const beginsNew =
      before === undefined ||
      (name !== '' &&
        (touched.has(before) ||
          isOtherId(before, id) ||
          isAfterEnd(before, id, args) ||
          this.isOtherCall(before, name, args)));
    const mayRepeat = before?.isEnded === true && id !== '' && before.id === id;
    const draft: Draft = beginsNew
      ? { slot, isNumbered, id: '', name: '', args: '', soFar: '', isEnded: false, mayRepeat, echo: {} }
      : before;
    if (beginsNew) this.drafts.push(draft);

    // Some endpoints send a new id with every piece.
    if (draft.id === '') draft.id = id;
    if (name !== '') draft.name = this.joinedName(draft.name, name);
    draft.args += args;
    if (args !== '')
      draft.soFar = draft.soFar !== undefined && args.startsWith(draft.soFar) ? args : undefined;
    addCallEcho(draft.echo, piece);
    return draft;
  }

  /**
   * Finds the call that a whole one repeats: some endpoints send a call in pieces and then again in full. Different
   * calls with one id differ in index or content.
   */
  private sentBefore(
    { slot, isNumbered, id, name, args }: Omit<Draft, 'soFar' | 'isEnded' | 'mayRepeat' | 'echo'>,
    touched: ReadonlySet<Draft>,
  ): Draft | undefined {
    const isEmpty = args.trim() === '';
    const value = objectIn(isEmpty ? '{}' : args);
    if (id === '' || name === '' || value === undefined) return undefined;
    return this.drafts.find(
      (draft) =>
        draft.id === id &&
        // A later chunk without arguments is the rest of a name, or repeats the name with each piece.
        (!isEmpty || touched.has(draft)) &&
        draft.name === name &&
        !(isNumbered && draft.isNumbered && draft.slot % SLOTS !== slot % SLOTS) &&
        isDeepStrictEqual(objectIn(finishedArgs(draft.args, draft.soFar)), value),
    );
  }

  private isOtherCall(draft: Draft, name: string, args: string): boolean {
    if (draft.args.trim() === '') {
      // These are either two calls without arguments, or one name in two pieces.
      return (
        name !== draft.name &&
        this.isWhole(draft.name) &&
        this.isWhole(name) &&
        !this.continues(draft.name, name)
      );
    }
    return name !== draft.name || (args.trim() !== '' && isWholeObject(draft.args));
  }

  /** Joins a piece of a name: it repeats the name, continues it, or (seen by Continue) is the name so far. */
  private joinedName(before: string, piece: string): string {
    // Names are repeated more often than split. This matters if `go` and `gogo` are both tools.
    if (piece === before && this.isWhole(before)) return before;
    if (before === '' || this.continues(before, piece)) return before + piece;
    return piece.startsWith(before) ? piece : before + piece;
  }

  private continues(before: string, piece: string): boolean {
    return this.names.some((known) => known.startsWith(before + piece));
  }

  private isWhole(name: string): boolean {
    return this.names.includes(name);
  }
}

/** A new call begins: the one before is complete, and a finish reason followed it. */
function isAfterEnd(before: Draft, id: string, args: string): boolean {
  if (!before.isEnded || args.trim() !== '') return false;
  return before.args.trim() === '' ? before.id === '' && id === '' : isWholeObject(before.args);
}

function isOtherId(draft: Draft, id: string): boolean {
  return id !== '' && draft.id !== '' && id !== draft.id;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the arguments as text: MiniMax and some versions of LiteLLM send an object. */
function argsOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value);
}

function isWholeObject(text: string): boolean {
  return objectIn(text) !== undefined;
}

/** Arguments without their end are not parsed, because this is asked with each piece of them. */
function objectIn(text: string): Fields | undefined {
  const trimmed = text.trim();
  return trimmed.startsWith('{') && trimmed.endsWith('}') ? jsonObject(trimmed) : undefined;
}

function finishedArgs(args: string, soFar: string | undefined): string {
  if (args.trim() === '') return '{}';
  if (soFar !== undefined && soFar !== args && isWholeObject(soFar) && !isWholeObject(args)) return soFar;
  // Bedrock and Anthropic behind LiteLLM send `{}` before the real arguments.
  if (args.startsWith('{}{')) return args.slice(2);
  // The call was sent twice, in pieces with its name.
  const half = args.slice(0, args.length / 2);
  return args.length % 2 === 0 && half + half === args && isWholeObject(half) ? half : args;
}
