import { Redactor } from '../../base/common/redactor.ts';
import type { ServerLog } from '../common/ports.ts';
import { isSecretName } from '../../base/common/secretNames.ts';
import type { ServerDefinition } from './definition.ts';
import { mayHoldVariables } from './variables.ts';

/** Redacts the values of one server. Old values stay, because an old process may still print them. */
export class ValueRedactor {
  private readonly redactor = new Redactor();
  private readonly known = new Map<string, string>();

  addValue(value: string, variable: string, kind: 'secret' | 'other'): void {
    if (this.known.get(value) === `${kind} ${variable}`) return;
    this.known.set(value, `${kind} ${variable}`);
    this.redactor.addValue(value, variable, kind);
  }

  text(text: string): string {
    return this.redactor.text(text);
  }

  log(log: ServerLog): ServerLog {
    return { ...log, append: (level, from, text) => log.append(level, from, this.text(text)) };
  }
}

const secretName = /auth|token|secret|password|passwd|credential|cookie|api[-_]?key|private[-_]?key/i;

export function redactLiterals({ launch }: ServerDefinition, redactor: ValueRedactor): void {
  const named =
    launch.kind === 'stdio'
      ? Object.entries(launch.env).map(([name, value]) => [name, value, `\${env ${name}}`] as const)
      : Object.entries(launch.headers).map(([name, value]) => [name, value, `\${header ${name}}`] as const);
  for (const [name, value, shown] of named) {
    // Values with variables are redacted when these are expanded.
    if (value === null || !(secretName.test(name) || isSecretName(name)) || mayHoldVariables(value)) continue;
    redactor.addValue(value, shown, 'secret');
    // The token of `Bearer …` is redacted alone, too, because a server may repeat it without the scheme.
    const token = /^[A-Za-z]+ +(\S{8,})$/.exec(value)?.[1];
    if (token !== undefined) redactor.addValue(token, shown, 'secret');
  }
}
