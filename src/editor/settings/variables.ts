import type { Memento, SecretStorage } from 'vscode';
import { msg } from '../../base/common/message.ts';
import type { VariableValue, VariableRequest, Variables } from '../../mcp/index.ts';
import { findInput, type Input, type InputEntry } from './inputs.ts';

/** Request for a secret of a server's definition, or of a header of a model profile. */
export type SecretRequest = VariableRequest | { readonly profile: string; readonly field: string };

export interface Prompts {
  input(input: Input, question: VariableRequest, signal: AbortSignal): Promise<string | undefined>;
  secret(name: string, question: SecretRequest, signal: AbortSignal): Promise<string | undefined>;
}

export interface StoredValue {
  readonly key: string;
  /** The variable as it is written in a definition, such as `${input:token}`. */
  readonly variable: string;
  readonly scope: string | undefined;
  readonly where: 'secret storage' | 'plain text';
}

interface Store {
  get(key: string): PromiseLike<string | undefined> | string | undefined;
  set(key: string, value: string): PromiseLike<void>;
}

export interface VariableParts {
  readonly secrets: SecretStorage;
  readonly state: Memento;
  readonly inputs: (server: string | undefined) => readonly InputEntry[];
  readonly prompts: Prompts;
}

const inputPrefix = 'patchbay.input:';
const secretPrefix = 'patchbay.secret:';

export class EditorVariables implements Variables {
  private readonly parts: VariableParts;
  private secretStore: Store;
  private plainStore: Store;
  private asking: Promise<unknown> = Promise.resolve();
  /** Number of times that the prompt for a key was dismissed. Others that wait for the same value don't ask again. */
  private readonly dismissals = new Map<string, number>();

  constructor(parts: VariableParts) {
    const { secrets, state } = parts;
    this.parts = parts;
    this.secretStore = { get: (key) => secrets.get(key), set: (key, value) => secrets.store(key, value) };
    this.plainStore = { get: (key) => textOf(state.get(key)), set: (key, value) => state.update(key, value) };
  }

  async input(id: string, question: VariableRequest, signal: AbortSignal): Promise<VariableValue> {
    const found = findInput(this.parts.inputs(question.server), id);
    if (found.kind === 'none') return found;
    const { input } = found;
    const secret = input.type === 'promptString' && input.password;
    const value = await this.value(
      inputKey(input),
      secret ? this.secretStore : this.plainStore,
      (stored) => input.type !== 'pickString' || input.options.some((option) => option.value === stored),
      () => this.parts.prompts.input(input, question, signal),
      signal,
    );
    return value === undefined ? dismissed() : { kind: 'value', value, secret };
  }

  async secret(name: string, question: SecretRequest, signal: AbortSignal): Promise<VariableValue> {
    const value = await this.value(
      secretKey(name),
      this.secretStore,
      () => true,
      () => this.parts.prompts.secret(name, question, signal),
      signal,
    );
    return value === undefined ? dismissed() : { kind: 'value', value, secret: true };
  }

  /** Stores a secret. Returns how to undo it. */
  keepSecret(name: string, value: string): Promise<() => Promise<void>> {
    return this.keep(secretKey(name), value);
  }

  /** Stores a password input that the workspace `scope` defines. Returns how to undo it. */
  keepInput(id: string, scope: string, value: string): Promise<() => Promise<void>> {
    return this.keep(inputKey({ id, scope }), value);
  }

  private async keep(key: string, value: string): Promise<() => Promise<void>> {
    const { secrets } = this.parts;
    const before = await secrets.get(key);
    await secrets.store(key, value);
    return async () => {
      await (before === undefined ? secrets.delete(key) : secrets.store(key, before));
    };
  }

  /**
   * Returns the variables for a connection test. `secrets` (by name) and `inputs` take precedence, and the user's
   * answers are not stored.
   */
  forTest(
    secrets: ReadonlyMap<string, string>,
    inputs: readonly unknown[],
    scope: 'user' | 'workspace',
  ): Variables {
    const answers = new Map([...secrets].map(([name, value]) => [secretKey(name), value]));
    const defined = inputs.map((value) => ({ value, scope: undefined }));
    const copy = new EditorVariables({
      ...this.parts,
      // The draft of a workspace server may be new, but may use the workspace's inputs.
      inputs: (server) => [...defined, ...this.parts.inputs(scope === 'workspace' ? undefined : server)],
    });
    const overlay = (store: Store): Store => ({
      get: async (key) => answers.get(key) ?? (await store.get(key)),
      set: async (key, value) => void answers.set(key, value),
    });
    copy.secretStore = overlay(this.secretStore);
    copy.plainStore = overlay(this.plainStore);
    return copy;
  }

  /** Returns the stored values of all workspaces. */
  async stored(): Promise<StoredValue[]> {
    const { secrets, state } = this.parts;
    const named = (keys: readonly string[], where: StoredValue['where']) =>
      keys.flatMap((key) => describeKey(key, where));
    return [...named(await secrets.keys(), 'secret storage'), ...named(state.keys(), 'plain text')].toSorted(
      (a, b) => a.variable.localeCompare(b.variable),
    );
  }

  async forget(values: readonly StoredValue[]): Promise<void> {
    const { secrets, state } = this.parts;
    for (const { key, where } of values) {
      await (where === 'secret storage' ? secrets.delete(key) : state.update(key, undefined));
    }
  }

  private async value(
    key: string,
    store: Store,
    fits: (stored: string) => boolean,
    ask: () => Promise<string | undefined>,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const recall = async (): Promise<string | undefined> => {
      const stored = await store.get(key);
      return stored !== undefined && fits(stored) ? stored : undefined;
    };
    const dismissals = this.dismissals.get(key) ?? 0;
    const known = await recall();
    if (known !== undefined) return known;
    const turn = this.asking.then(async () => {
      // Another prompt in the queue may have asked for the same value.
      signal.throwIfAborted();
      const sinceKnown = await recall();
      if (sinceKnown !== undefined) return sinceKnown;
      if ((this.dismissals.get(key) ?? 0) !== dismissals) return undefined;
      const answer = await ask();
      signal.throwIfAborted();
      if (answer === undefined) this.dismissals.set(key, dismissals + 1);
      else await store.set(key, answer);
      return answer;
    });
    this.asking = turn.catch(() => undefined);
    return turn;
  }
}

const textOf = (stored: unknown): string | undefined => (typeof stored === 'string' ? stored : undefined);

const dismissed = (): VariableValue => ({
  kind: 'none',
  why: msg('the question for it was dismissed.'),
  next: msg('Reconnect the server to be asked again.'),
});

export const secretKey = (name: string): string => `${secretPrefix}${name}`;

/** An input of a workspace has its own value: two projects may mean different things by the same id. */
function inputKey({ id, scope }: Pick<Input, 'id' | 'scope'>): string {
  return scope === undefined ? `${inputPrefix}${id}` : `${inputPrefix}${id}@${scope}`;
}

function describeKey(key: string, where: StoredValue['where']): StoredValue[] {
  if (key.startsWith(secretPrefix))
    return [{ key, variable: `\${secret:${key.slice(secretPrefix.length)}}`, scope: undefined, where }];
  const input = /^patchbay\.input:(.*?)(?:@([\w+.-]+:.*))?$/s.exec(key);
  return input ? [{ key, variable: `\${input:${input[1]}}`, scope: input[2], where }] : [];
}
