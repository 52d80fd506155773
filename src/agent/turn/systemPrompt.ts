/** `folders` by file system path. */
export interface PromptParts {
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** `instructions` of servers (2025-11-25, basic/lifecycle, "Initialization"). */
  readonly instructions: readonly { readonly server: string; readonly text: string }[];
}

/** In characters per server: foreign text that each request pays for. */
const MAX_INSTRUCTIONS = 4_000;

export function systemPrompt({ folders, instructions }: PromptParts): string {
  const place =
    folders.length === 0
      ? 'No folder is open.'
      : `The workspace folders are: ${folders.map(({ name, path }) => `${name} (${path})`).join(', ')}.`;
  return [
    "You are Patchbay, an assistant in a developer's editor.",
    place,
    'Your tools come from servers that the user has connected. Call tools that do not depend on each other in one step: they run in parallel.',
    'If a tool fails, say so, and go on another way if there is one. Answer in markdown.',
    ...instructions.map(
      ({ server, text }) =>
        `\nHow to use the tools of the server "${server}", in its own words:\n${bounded(text)}`,
    ),
  ].join('\n');
}

function bounded(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= MAX_INSTRUCTIONS ? trimmed : `${trimmed.slice(0, MAX_INSTRUCTIONS)} […]`;
}
