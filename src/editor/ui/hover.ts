/** Builds the Markdown of hovers, in which texts stay plain: no links, icons or markup. */
import * as vscode from 'vscode';
import { codeMarkdown, escapeMarkdown, inertText } from './inert.ts';

export type HoverPart =
  | string
  | { readonly strong: string }
  | { readonly code: string }
  | { readonly icon: string }
  | CommandLink;

/** A link to a command. Its label and arguments may come from others, but the command is Patchbay's. */
export interface CommandLink {
  readonly command: string;
  readonly label: string;
  readonly icon: string;
  readonly arguments: readonly unknown[];
}

/** Returns a hover from which only the commands of its links can run. */
export function hover(paragraphs: readonly (readonly HoverPart[])[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(
    paragraphs.map((parts) => parts.map(markdownOf).join('')).join('\n\n'),
    true,
  );
  const enabledCommands = paragraphs
    .flat()
    .flatMap((part) => (typeof part === 'object' && 'command' in part ? [part.command] : []));
  if (enabledCommands.length > 0) markdown.isTrusted = { enabledCommands: [...new Set(enabledCommands)] };
  return markdown;
}

function markdownOf(part: HoverPart): string {
  if (typeof part === 'string') return escapeMarkdown(inertText(part));
  if ('strong' in part) return `**${escapeMarkdown(inertText(part.strong))}**`;
  if ('icon' in part && !('command' in part)) return `$(${part.icon}) `;
  if ('code' in part) return codeMarkdown(part.code);
  const target = encodeURIComponent(JSON.stringify(part.arguments));
  return `$(${part.icon}) [${escapeMarkdown(inertText(part.label))}](command:${part.command}?${target})`;
}
