import { z } from 'zod';
import {
  pastOf,
  type Attachment,
  type CallView,
  type ContentPart,
  type Item,
  type SavedFact,
} from '../../protocol/index.ts';

const text = z.string();
const number = z.number();

const part: z.ZodType<ContentPart> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('image'), mimeType: text, data: z.base64() }),
  z.object({ type: z.literal('audio'), mimeType: text, data: z.base64() }),
  z.object({
    type: z.literal('resource'),
    uri: text,
    mimeType: text.exactOptional(),
    text: text.exactOptional(),
    blob: z.base64().exactOptional(),
  }),
  z.object({
    type: z.literal('link'),
    uri: text,
    name: text,
    title: text.exactOptional(),
    description: text.exactOptional(),
    mimeType: text.exactOptional(),
    isForUser: z.literal(true).exactOptional(),
  }),
  z.object({ type: z.literal('json'), value: z.unknown() }),
]);
const parts = z.array(part).readonly();

const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mcp'), server: text }),
  z.object({ kind: z.literal('native') }),
  z.object({ kind: z.literal('custom'), file: text }),
  z.object({ kind: z.literal('extension'), extension: text }),
  z.object({ kind: z.literal('unknown') }),
]);

const note = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arguments'), form: z.enum(['text', 'codeBlock', 'trailingComma']) }),
  z.object({ kind: z.literal('name'), written: text }),
  z.object({ kind: z.literal('textCall') }),
  z.object({ kind: z.literal('argumentNames'), names: z.array(z.object({ written: text, taken: text })) }),
  z.object({ kind: z.enum(['converted', 'ignored']), names: z.array(text) }),
  z.object({ kind: z.literal('released'), by: z.enum(['mode', 'permission']) }),
]);

const call = z.object({
  source,
  toolName: text,
  title: text.exactOptional(),
  wireName: text,
  argsText: text,
  notes: z.array(note).exactOptional(),
  status: z.enum(['success', 'error', 'timeout', 'cancelled', 'denied', 'interrupted']),
  startedAt: number,
  durationMs: number.exactOptional(),
  commandEnd: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('exited'), code: number }),
      z.object({ kind: z.literal('killed'), signal: text }),
      z.object({ kind: z.literal('timedOut') }),
      z.object({ kind: z.literal('background') }),
    ])
    .exactOptional(),
  byUser: z.literal(true).exactOptional(),
  output: text.exactOptional(),
  marks: z.array(z.object({ kind: z.enum(['secret', 'outside']), source: text })).exactOptional(),
});

const asked = { server: text, message: text };
const question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), ...asked }).transform((form) => ({ ...form, fields: [] })),
  z.object({ kind: z.literal('url'), ...asked, url: text, host: text }),
  z
    .object({ kind: z.literal('sampling'), ...asked })
    .transform((sampling) => ({ ...sampling, messages: [], tools: [], wishes: [] })),
]);
const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('accepted'), given: z.array(z.object({ label: text, text })) }),
  z.object({ status: z.literal('failed'), message: text }),
  z.object({ status: z.enum(['finished', 'declined', 'cancelled', 'withdrawn']) }),
]);

const line = z.int().nonnegative();
const range = z.object({ startLine: line, startCharacter: line, endLine: line, endCharacter: line });
const named = {
  name: text,
  note: text.exactOptional(),
  holdsSecret: z.literal(true).exactOptional(),
};
/** The bytes of pasted data stay with whoever wrote the file. */
const attachment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('resource'), ...named, server: text, uri: text }),
  z.object({ kind: z.enum(['file', 'folder']), ...named, uri: text }),
  z.object({ kind: z.enum(['selection', 'symbol']), ...named, uri: text, range }),
  z.object({ kind: z.literal('problems'), ...named, uri: text.exactOptional() }),
  z.object({ kind: z.literal('server'), ...named, server: text }),
  z.object({ kind: z.literal('data'), ...named, id: text }),
]);
const promptMessage = z.object({ role: z.enum(['user', 'assistant']), content: parts });

const amount = number.min(0).max(1e15);
const usage = z.object({
  inputTokens: amount,
  outputTokens: amount,
  cachedTokens: amount.exactOptional(),
  cacheWriteTokens: amount.exactOptional(),
  cost: amount.exactOptional(),
  unpriced: z.literal(true).exactOptional(),
});
const took = z.object({ at: number, ms: number, model: text.exactOptional(), usage: usage.exactOptional() });

const item = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    id: text,
    text,
    prompt: z.object({ server: text, name: text, messages: z.array(promptMessage) }).exactOptional(),
    attachments: z.array(attachment).exactOptional(),
  }),
  z
    .object({
      kind: z.literal('assistant'),
      id: text,
      text,
      reasoning: text.exactOptional(),
      reasoningMs: number.exactOptional(),
      took: took.exactOptional(),
    })
    .transform((said) => ({ ...said, streaming: false })),
  z.object({ kind: z.literal('call'), id: text, step: number, call }),
  z.object({ kind: z.literal('question'), id: text, callId: text.exactOptional(), question, state: answer }),
  z.object({
    kind: z.literal('summary'),
    id: text,
    state: z.discriminatedUnion('status', [
      z.object({ status: z.literal('done'), text }),
      z.object({ status: z.literal('failed') }),
    ]),
  }),
  z.object({
    kind: z.literal('pause'),
    id: text,
    reached: z.object({
      kind: z.enum(['steps', 'turnCost', 'turnTokens', 'dayCost', 'dayTokens']),
      limit: amount,
    }),
    soFar: z.object({ steps: amount, calls: amount, usage: usage.exactOptional() }),
    state: z.object({ status: z.enum(['continued', 'alwaysContinued', 'stopped', 'withdrawn']) }),
  }),
  z.object({
    kind: z.literal('shortened'),
    id: text,
    removed: number,
    cut: number,
    images: number,
    tokens: number,
    isRefused: z.literal(true).exactOptional(),
  }),
  // Paths are left out, because they would be of this machine.
  z.object({
    kind: z.literal('instructions'),
    id: text,
    files: z.array(
      z.object({
        name: text,
        tokens: number.exactOptional(),
        hidden: number.exactOptional(),
        isSkill: z.literal(true).exactOptional(),
        notes: z.array(text),
      }),
    ),
    isNested: z.literal(true).exactOptional(),
  }),
  z
    .object({
      kind: z.literal('changes'),
      id: text,
      files: z.array(text),
      notCompared: z.array(text).exactOptional(),
      state: z.discriminatedUnion('status', [
        z.object({ status: z.literal('made') }),
        z.object({ status: z.literal('undone'), left: number }),
        z.object({ status: z.literal('past'), wasUndone: z.boolean() }),
      ]),
    })
    // Changes are only a record here, because nothing can be done about the files of another window.
    .transform((changes) => ({ ...changes, turn: '', state: pastOf(changes.state) })),
  z
    .object({
      kind: z.literal('notice'),
      isPast: z.literal(true).exactOptional(),
      id: text,
      level: z.enum(['info', 'warning', 'error']),
      text,
      detail: text.exactOptional(),
    })
    // The buttons of a notice are dropped, because what they offered does not apply any more.
    .transform((notice) => ({ ...notice, actions: [] })),
]) satisfies z.ZodType<Item>;

/** Fields that an exported conversation leaves out on purpose. */
interface LeftOut {
  /** Fields of an item. `imported` is set by whoever reads the file, and `views` are of files of this machine. */
  readonly item: 'imported' | 'actions' | 'streaming' | 'turn' | 'views';
  /**
   * Fields of a call that waits or runs, its result, which stands beside the items, and why it did not
   * run on this machine.
   */
  readonly call:
    | 'approval'
    | 'progress'
    | 'edit'
    | 'awaitsUser'
    | 'awaitsCall'
    | 'needsTrust'
    | 'isRefused'
    | 'result'
    | 'cutBytes';
  /** A picture of pasted data, whose bytes stay with whoever wrote the file. */
  readonly attachment: 'thumbnail';
}

/** The keys of every member of a union. */
type AllKeys<T> = T extends unknown ? keyof T : never;
type Forgotten<T, Schema extends z.ZodType, Out> = Exclude<AllKeys<T>, AllKeys<z.input<Schema>> | Out>;

/** Is `never`, which no schema satisfies, if a field is neither exported nor left out on purpose: it would be lost. */
type CompleteSchema = [
  Forgotten<Item, typeof item, LeftOut['item']>,
  Forgotten<CallView, typeof call, LeftOut['call']>,
  Forgotten<Attachment, typeof attachment, LeftOut['attachment']>,
] extends [never, never, never]
  ? z.ZodType<Item>
  : never;

const echo = z.record(text, z.unknown()).exactOptional();
const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text, content: parts.exactOptional() }),
  z.object({
    role: z.literal('assistant'),
    text,
    calls: z.array(z.object({ id: text, name: text, argsText: text, echo })),
    echo,
  }),
  z.object({ role: z.literal('tool'), callId: text, isError: z.boolean() }),
]);

const facts = z.array(
  z.union([
    z.tuple([z.literal('usage'), usage]),
    z.tuple([z.literal('context'), z.object({ used: amount, window: amount })]),
  ]),
) satisfies z.ZodType<readonly SavedFact[]>;

export const portableSchema = z.object({
  title: text.max(500),
  items: z.array(item satisfies CompleteSchema),
  messages: z.array(z.object({ message, item: text.exactOptional() })),
  results: z.array(z.object({ callId: text, content: parts })),
  facts,
});

export type PortableMessage = z.infer<typeof portableSchema>['messages'][number];
