import { headText } from '../../base/common/cut.ts';
import { locale } from '../../base/common/locale.ts';
import { jsonFault } from '../../base/common/jsonFault.ts';
import { t } from '@vscode/l10n';
import {
  pastOf,
  reachedText,
  type Item,
  type Plan,
  type SavedConversation,
  type SavedMessage,
  type ShortenedContext,
} from '../../protocol/index.ts';
import { type Message, withoutReasoning } from '../../models/index.ts';
import { planOfItem } from '../plan/planTool.ts';
import { importedItem, importedNames } from '../transcript/importedItems.ts';
import { itemToSave, withoutContent } from './journal.ts';
import { portableSchema, type PortableMessage } from './portableSchema.ts';
import { restore, type InterruptionTexts } from './restore.ts';
import { closedMarkdown, withoutImages } from './withoutImages.ts';
import { recordOf } from '../../base/common/guards.ts';

const FORMAT = 'patchbay-conversation';
const VERSION = 1;

interface ReadConversation extends SavedConversation {
  readonly messages: readonly PortableMessage[];
}

/** Texts about a turn that was running. It goes on where it is, so the file does not call it interrupted. */
const exportedBefore: InterruptionTexts = {
  notice: () => t('The conversation was exported before the answer was complete.'),
  result: 'The conversation was exported while this call ran.',
};

export function toJson(kept: SavedConversation, title: string): string {
  const { start, before, userItems: said } = restore(kept, exportedBefore);
  const results = start.messages.flatMap((message) =>
    message.role === 'tool' ? [{ callId: message.callId, content: message.content }] : [],
  );
  const messages = start.messages.map((message, index): SavedMessage => {
    const item = said.get(index);
    return { message: withoutContent(withoutReasoning(message)), ...(item !== undefined && { item }) };
  });
  const facts = kept.facts.filter(([name]) => name === 'usage' || name === 'context');
  const items = before.items.map((item) => {
    const { imported: _, ...rest } = itemToSave(item);
    return rest;
  });
  return `${JSON.stringify({ format: FORMAT, version: VERSION, title, items, messages, results, facts }, null, 1)}\n`;
}

/**
 * Reads an exported conversation. Nothing in the text is trusted, because anybody may have written it.
 * @throws Error that says why it is no conversation
 */
export function fromJson(
  text: string,
  id: string,
): { readonly kept: SavedConversation; readonly title: string } {
  const { title, kept } = parsedConversation(text, id);
  const { items, messages } = kept;
  if (messages.length > 0 && items.length === 0)
    throw new Error(t('The file is damaged: it has messages that are not shown.'));
  const shown = items.map(importedItem);
  const read = messages.map(({ message, ...rest }) => ({ ...rest, message: importedNames(message, shown) }));
  return { title, kept: { ...kept, items: shown, messages: read } };
}

/**
 * Copies a conversation of this window. Its items stay as they are, and only those that were imported are marked so.
 */
export function copyOf(kept: SavedConversation, id: string): SavedConversation {
  const copy = parsedConversation(toJson(kept, ''), id).kept;
  const imported = new Set(kept.items.flatMap((item) => (item.imported ? [item.id] : [])));
  const items = copy.items.map((item): Item => (imported.has(item.id) ? { ...item, imported: true } : item));
  return { ...copy, items };
}

function parsedConversation(
  text: string,
  id: string,
): { readonly kept: ReadConversation; readonly title: string } {
  const value = parsedJson(text);
  const { format, version } = recordOf(value);
  if (format !== FORMAT) throw new Error(t('The file is not a conversation exported by Patchbay.'));
  if (version !== VERSION) throw new Error(t('The file was exported by another version of Patchbay.'));
  const parsed = portableSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('.') ?? '';
    throw new Error(t('The file is damaged at {0}: {1}', place, issue?.message ?? ''));
  }
  const { title, items, messages, results, facts } = parsed.data;
  if (new Set(items.map((item) => item.id)).size < items.length)
    throw new Error(t('The file is damaged: two items have the same ID.'));
  checkCalls(messages.map(({ message }) => message));
  return { title, kept: { id, items, messages, results, facts, patches: [] } };
}

/** Parses JSON, also after the byte order mark that some programs write. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(t('This is not valid JSON: {0}.', jsonFault(text).localized), { cause: error });
  }
}

/**
 * Throws if calls and results do not match, because endpoints refuse calls without results, and results without calls.
 */
function checkCalls(
  messages: readonly { role: string; callId?: string; calls?: readonly { id: string }[] }[],
): void {
  let open = new Set<string>();
  for (const { role, callId, calls = [] } of messages) {
    const isResult = role === 'tool';
    if (isResult ? !open.delete(callId ?? '') : open.size > 0)
      throw new Error(t('The file is damaged: tool calls and results do not match.'));
    if (!isResult) open = new Set(calls.map(({ id }) => id));
  }
  if (open.size > 0) throw new Error(t('The file is damaged: a tool call has no result.'));
}

/** Characters that are shown of a call's arguments, and as many of its result. */
const SHOWN = 4_000;

export function toMarkdown(kept: SavedConversation, title: string): string {
  const { start, before } = restore(kept, exportedBefore);
  const parts = before.items.map((item) => ofItem(item, start.messages));
  // The whole text is made inert once more, because what is around a part can change what the part is.
  return `${withoutImages([`# ${oneLine(title)}`, ...parts.filter((part) => part !== '')].join('\n\n'))}\n`;
}

function ofItem(item: Item, messages: readonly Message[]): string {
  switch (item.kind) {
    case 'user':
      return `## You\n\n${closedMarkdown(item.text)}${(item.attachments ?? []).map(({ name }) => `\n\n- Attached: ${oneLine(name)}`).join('')}`;
    case 'assistant':
      return item.text === '' ? '' : `## Patchbay\n\n${closedMarkdown(item.text)}`;
    case 'call':
      return ofCall(item, messages);
    case 'question':
      return `> **${oneLine(item.question.server)} asked:** ${oneLine(item.question.message)} (${item.state.status})`;
    case 'pause':
      return `> ${oneLine(reachedText(item.reached, locale()))}`;
    case 'notice':
      return `> ${oneLine(item.text)}`;
    case 'changes':
      return ofChanges(item);
    case 'instructions': {
      const names = item.files.filter(({ tokens }) => tokens !== undefined).map(({ name }) => oneLine(name));
      return names.length === 0 ? '' : `> Instructions: ${names.map((name) => `\`${name}\``).join(', ')}`;
    }
    case 'shortened':
      return ofShortened(item);
    case 'summary':
      return item.state.status === 'done'
        ? `> **Summary of the above**\n>\n${quoted(closedMarkdown(item.state.text))}`
        : '';
  }
}

function ofShortened({ removed, cut, images, tokens }: ShortenedContext): string {
  const results = `${removed} taken out, ${cut} shortened, ${images} images left out`;
  return `> From here on the model got less of the results above: ${results} (about ${tokens} tokens)`;
}

function ofChanges({ files, state, notCompared }: Extract<Item, { kind: 'changes' }>): string {
  const list = (all: readonly string[]): string => all.map((file) => `\`${oneLine(file)}\``).join(', ');
  const unknown = notCompared
    ? `> Not all files were compared${notCompared.length > 0 ? `: ${list(notCompared)}` : ''}`
    : '';
  if (files.length === 0) return unknown;
  const changed = `> Changed ${list(files)}${pastOf(state).wasUndone ? ' (undone since)' : ''}`;
  return [changed, unknown].filter(Boolean).join('\n');
}

function ofCall(item: Extract<Item, { kind: 'call' }>, messages: readonly Message[]): string {
  const { id, call } = item;
  const { source, toolName, status, durationMs, argsText } = call;
  const plan = planOfItem(item);
  if (plan) return ofPlan(plan);
  const of =
    source.kind === 'mcp' ? source.server : source.kind === 'extension' ? source.extension : undefined;
  const where = of === undefined ? '' : ` of ${of}`;
  const took = durationMs === undefined ? '' : `, ${Math.round(durationMs)} ms`;
  const result = messages.find((message) => message.role === 'tool' && message.callId === id);
  const content = result?.role === 'tool' ? result.content : [];
  const texts = content.map((part) =>
    part.type === 'text' ? part.text : part.type === 'json' ? JSON.stringify(part.value) : `[${part.type}]`,
  );
  return [
    `**Call: \`${toolName}\`${where}** (${status}${took})`,
    fenced(argsText),
    fenced(texts.join('\n')),
  ].join('\n\n');
}

function ofPlan(plan: Plan): string {
  if (plan.length === 0) return '**Plan removed**';
  const steps = plan.map(({ title, status }) => {
    const box = status === 'done' ? '[x]' : '[ ]';
    return `- ${box} ${title}${status === 'in_progress' ? ' (in progress)' : ''}`;
  });
  return ['**Plan**', steps.join('\n')].join('\n\n');
}

/** Puts a text into a code block whose fence is not in the text. */
function fenced(text: string): string {
  const head = headText(text, SHOWN);
  const more = text.length - head.length;
  const shown = more === 0 ? text : `${head}\n[… ${more} more characters]`;
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${shown}\n${fence}`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
