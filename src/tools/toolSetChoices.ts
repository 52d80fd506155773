/** Which named tool set holds for a conversation: its own choice, or else the one for this workspace. */
import type { Preferences } from './enablement.ts';
import type { ChosenToolSet, NamedToolSet } from './namedToolSets.ts';

const KEY = 'patchbay.toolSet';

export class ToolSetChoices {
  private readonly state: Preferences;
  private readonly sets: () => readonly NamedToolSet[];

  /** `state` is that of the workspace: the user decides it, not a file of the workspace. */
  constructor(state: Preferences, sets: () => readonly NamedToolSet[]) {
    this.state = state;
    this.sets = sets;
  }

  get ofWorkspace(): string | undefined {
    const name = this.state.get(KEY);
    return typeof name === 'string' ? name : undefined;
  }

  set ofWorkspace(name: string | undefined) {
    this.state.set(KEY, name);
  }

  /** Undefined: all tools. */
  of(conversation: { readonly toolSet: string | undefined }): ChosenToolSet | undefined {
    const name = conversation.toolSet ?? this.ofWorkspace;
    return name ? (this.sets().find((set) => set.name === name) ?? { name }) : undefined;
  }
}
