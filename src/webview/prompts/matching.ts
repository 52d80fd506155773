import type { PromptInfo } from '../../protocol/index.ts';

export function slashCommand({ server, name }: Pick<PromptInfo, 'server' | 'name'>): string {
  return `${server}.${name}`;
}

/** Returns the text after the slash, or undefined unless the draft is one slash command without arguments. */
export function slashQuery(draft: string): string | undefined {
  return /^\/(\S*)$/.exec(draft)?.[1];
}

/**
 * Returns the matches, the best first: start of the command, start of the name, any part of the command, then the
 * title.
 */
export function matching(prompts: readonly PromptInfo[], query: string): readonly PromptInfo[] {
  const wanted = query.toLowerCase();
  const rank = (prompt: PromptInfo): number => {
    const command = slashCommand(prompt).toLowerCase();
    if (command.startsWith(wanted)) return 0;
    if (prompt.name.toLowerCase().startsWith(wanted)) return 1;
    if (command.includes(wanted)) return 2;
    return prompt.title?.toLowerCase().includes(wanted) === true ? 3 : 4;
  };
  const ranked = prompts.map((prompt) => ({ prompt, rank: rank(prompt) })).filter((each) => each.rank < 4);
  // The sort is stable: equals keep the order of the servers.
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ prompt }) => prompt);
}
