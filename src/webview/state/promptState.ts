import { t } from '@vscode/l10n';
import { signal } from '@preact/signals';
import type { ChatMessage, Offer, PromptInfo } from '../../protocol/index.ts';

export interface Chosen {
  readonly prompt: PromptInfo;
  readonly values: Readonly<Record<string, string>>;
  readonly running: boolean;
  readonly problem?: string | undefined;
  readonly missing?: string | undefined;
}

interface Suggestions {
  readonly argument: string;
  readonly values: readonly string[];
}

const DEBOUNCE_MS = 150;

export class PromptState {
  readonly offer = signal<Offer>({ prompts: [], hasResources: false });
  readonly chosen = signal<Chosen | undefined>(undefined);
  readonly suggestions = signal<Suggestions | undefined>(undefined);
  private readonly post: (message: ChatMessage) => void;
  /** Values by prompt, so that closing the form loses nothing. */
  private readonly written = new Map<string, Chosen['values']>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request = 0;
  private asked: string | undefined;

  constructor(post: (message: ChatMessage) => void) {
    this.post = post;
  }

  /** A prompt without arguments runs at once. */
  choose(prompt: PromptInfo, canRun: boolean): void {
    const values = this.written.get(keyOf(prompt)) ?? {};
    this.chosen.value = { prompt, values, running: false };
    if (canRun && prompt.arguments.length === 0) this.run();
  }

  write(argument: string, value: string): void {
    const chosen = this.chosen.peek();
    if (!chosen) return;
    const values = { ...chosen.values, [argument]: value };
    this.written.set(keyOf(chosen.prompt), values);
    this.chosen.value = { prompt: chosen.prompt, values, running: chosen.running };
  }

  ask(argument: string): void {
    this.forgetSuggestions();
    this.timer = setTimeout(() => {
      const chosen = this.chosen.peek();
      if (!chosen) return;
      const { [argument]: value = '', ...rest } = chosen.values;
      const others = Object.fromEntries(Object.entries(rest).filter(([, text]) => text !== ''));
      const { server, name } = chosen.prompt;
      this.asked = argument;
      this.request += 1;
      this.post({ type: 'complete', request: this.request, server, name, argument, value, others });
    }, DEBOUNCE_MS);
  }

  /** Forgets the suggestions, and drops an answer that is still to come. */
  forgetSuggestions(): void {
    clearTimeout(this.timer);
    this.asked = undefined;
    this.suggestions.value = undefined;
  }

  run(): void {
    const chosen = this.chosen.peek();
    if (!chosen || chosen.running) return;
    this.forgetSuggestions();
    const missing = chosen.prompt.arguments.find(
      ({ name, required }) => required && (chosen.values[name] ?? '') === '',
    );
    const { prompt, values } = chosen;
    if (missing) {
      const problem = t('"{0}" is required.', missing.title ?? missing.name);
      this.chosen.value = { ...chosen, problem, missing: missing.name };
      return;
    }
    this.chosen.value = { prompt, values, running: true };
    const args = Object.fromEntries(
      prompt.arguments.flatMap(({ name }) => {
        const value = values[name] ?? '';
        return value === '' ? [] : [[name, value]];
      }),
    );
    this.post({ type: 'runPrompt', server: prompt.server, name: prompt.name, args });
  }

  close(): void {
    this.forgetSuggestions();
    this.chosen.value = undefined;
  }

  suggest(request: number, values: readonly string[]): void {
    const { asked } = this;
    if (request === this.request && asked !== undefined) this.suggestions.value = { argument: asked, values };
  }

  /** `done` is called if it runs, to focus the composer. */
  ran(problem: string | undefined, done: () => void): void {
    const chosen = this.chosen.peek();
    if (!chosen) return;
    if (problem !== undefined) {
      this.chosen.value = { ...chosen, running: false, problem };
      return;
    }
    this.written.delete(keyOf(chosen.prompt));
    this.close();
    done();
  }
}

function keyOf({ server, name }: PromptInfo): string {
  return `${server} ${name}`;
}
