/** Writes the name of a variable where its value would be shown: in logs, error texts and last words. */
import { Redactor } from '../../base/common/redactor.ts';
import type { ServerLog } from '../common/ports.ts';
import { isSecretName } from '../../base/common/secretNames.ts';
import type { ServerDefinition } from './definition.ts';
import { mayHoldVariables } from './variables.ts';

/** What one server's variables stood for so far. Old values stay: an old process may still speak of them. */
export class ValueMask {
  private readonly redactor = new Redactor();
  private readonly known = new Map<string, string>();

  /** From now on `value` is written as `variable`, also where it is encoded. */
  add(value: string, variable: string, kind: 'secret' | 'other'): void {
    if (this.known.get(value) === `${kind} ${variable}`) return;
    this.known.set(value, `${kind} ${variable}`);
    this.redactor.add(value, variable, kind);
  }

  /** `text` without the values. */
  text(text: string): string {
    return this.redactor.text(text);
  }

  /** A log that writes into `log` without the values. */
  log(log: ServerLog): ServerLog {
    return { ...log, append: (level, from, text) => log.append(level, from, this.text(text)) };
  }
}

const secretName = /auth|token|secret|password|passwd|credential|cookie|api[-_]?key|private[-_]?key/i;

/** Has `mask` write the name of the header or variable where its value would be shown. */
export function redactLiterals({ launch }: ServerDefinition, mask: ValueMask): void {
  const named =
    launch.kind === 'stdio'
      ? Object.entries(launch.env).map(([name, value]) => [name, value, `\${env ${name}}`] as const)
      : Object.entries(launch.headers).map(([name, value]) => [name, value, `\${header ${name}}`] as const);
  for (const [name, value, shown] of named) {
    // What holds a variable is known by that.
    if (value === null || !(secretName.test(name) || isSecretName(name)) || mayHoldVariables(value)) continue;
    mask.add(value, shown, 'secret');
    // `Bearer …`: a server repeats the token without the scheme.
    const token = /^[A-Za-z]+ +(\S{8,})$/.exec(value)?.[1];
    if (token !== undefined) mask.add(token, shown, 'secret');
  }
}
