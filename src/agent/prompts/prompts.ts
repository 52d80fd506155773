import type { McpManager, Server } from '../../mcp/index.ts';
import { plainText } from '../../base/common/text.ts';
import type { Message } from '../../models/index.ts';
import type { ContentPart, Offer, PromptInfo, PromptMessage } from '../../protocol/index.ts';
import { fromMcpContent } from '../../tools/index.ts';

const MAX_PROMPTS = 500;
const MAX_ARGUMENTS = 30;
/** Most characters of a name. Names are sent back to the server, so a longer one is left out and not truncated. */
const MAX_NAME = 200;

type CatalogPrompt = Extract<Server['state'], { kind: 'connected' }>['catalog']['prompts'][number];

export function composerOffer({ servers }: Pick<McpManager, 'servers'>): Offer {
  const catalogs = servers.flatMap(({ name, state }) =>
    state.kind === 'connected' ? [{ name, catalog: state.catalog }] : [],
  );
  const prompts = catalogs.flatMap(({ name, catalog }) =>
    catalog.prompts.flatMap((prompt) => promptInfo(name, prompt) ?? []),
  );
  return {
    prompts: prompts.slice(0, MAX_PROMPTS),
    hasResources: catalogs.some(({ catalog }) => catalog.resources.length + catalog.templates.length > 0),
  };
}

function promptInfo(server: string, prompt: CatalogPrompt): PromptInfo | undefined {
  const { name, title, description, arguments: args = [] } = prompt;
  if (name.length > MAX_NAME || plainText(name, MAX_NAME) === undefined) return undefined;
  return {
    server,
    name,
    ...texts(title, description),
    arguments: args
      .filter((argument) => argument.name.length <= MAX_NAME)
      .slice(0, MAX_ARGUMENTS)
      .map((argument) => ({
        name: argument.name,
        ...texts((argument as { title?: unknown }).title, argument.description),
        required: argument.required === true,
      })),
  };
}

function texts(
  title: unknown,
  description: unknown,
): { title: string | undefined; description: string | undefined } {
  return { title: plainText(title, 100), description: plainText(description, 500) };
}

export function promptMessages(
  messages: readonly { readonly role: 'user' | 'assistant'; readonly content: unknown }[],
): readonly PromptMessage[] {
  const merged: { role: 'user' | 'assistant'; content: ContentPart[] }[] = [];
  for (const { role, content } of messages) {
    const last = merged.at(-1);
    // Messages of one role in a row are merged, because strict templates refuse them.
    if (last?.role === role) last.content.push(fromMcpContent(content));
    else merged.push({ role, content: [fromMcpContent(content)] });
  }
  return merged;
}

/** Converts a prompt's messages. The last one is always the user's, because a model answers no other. */
export function toConversation(messages: readonly PromptMessage[]): readonly Message[] {
  const said = messages.map(({ role, content }): Message =>
    role === 'user'
      ? { role, text: '', content }
      : { role, text: content.map(assistantText).filter(Boolean).join('\n\n'), calls: [] },
  );
  return said.at(-1)?.role === 'assistant' ? [...said, { role: 'user', text: 'Continue.' }] : said;
}

/** Writes a part of an assistant's message as text, because models take no images from themselves. */
function assistantText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'resource':
      return part.text ?? `[Resource: ${part.uri}]`;
    case 'link':
      return `[Resource: ${part.title ?? part.name} at ${part.uri}]`;
    case 'json':
      return JSON.stringify(part.value);
    case 'image':
    case 'audio':
      return `[${part.type}: ${part.mimeType}]`;
  }
}
