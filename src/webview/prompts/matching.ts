/** Which prompts a draft means. */
import type { PromptInfo } from '../../protocol/index.ts';

/** How a prompt is called in the composer. */
export function commandOf({ server, name }: Pick<PromptInfo, 'server' | 'name'>): string {
  return `${server}.${name}`;
}

/** What stands after the slash; nothing for a draft that is no slash command, or one that goes on after it. */
export function slashQuery(draft: string): string | undefined {
  return /^\/(\S*)$/.exec(draft)?.[1];
}

/** The prompts that fit, the best first: by the beginning of the command or the name, then by any part, then by the title. */
export function matching(prompts: readonly PromptInfo[], query: string): readonly PromptInfo[] {
  const wanted = query.toLowerCase();
  const rank = (prompt: PromptInfo): number => {
    const command = commandOf(prompt).toLowerCase();
    if (command.startsWith(wanted)) return 0;
    if (prompt.name.toLowerCase().startsWith(wanted)) return 1;
    if (command.includes(wanted)) return 2;
    return prompt.title?.toLowerCase().includes(wanted) === true ? 3 : 4;
  };
  const ranked = prompts.map((prompt) => ({ prompt, rank: rank(prompt) })).filter((each) => each.rank < 4);
  // Sorting is stable: equals stay in the order of the servers.
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ prompt }) => prompt);
}
