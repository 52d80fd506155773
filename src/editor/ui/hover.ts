/** Markdown of hovers. What it says is text: a link, an icon or markup in it is shown as the characters it is made of. */
import * as vscode from 'vscode';
import { codeMarkdown, escapeMarkdown, inertText } from './inert.ts';

/** A piece of a hover's line. */
export type HoverPart =
  | string
  | { readonly strong: string }
  | { readonly code: string }
  | { readonly icon: string }
  | CommandLink;

/** A link that runs one of Patchbay's own commands. The label and the arguments may be foreign, the command is not. */
export interface CommandLink {
  readonly command: string;
  readonly label: string;
  readonly icon: string;
  readonly arguments: readonly unknown[];
}

/** A hover of these paragraphs. Only the commands of its links can be run from it. */
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
