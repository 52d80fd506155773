/** Secrets that stand in a definition as they are, in place of a variable: known by the name of what they are for. */
import { isSecretName } from '../../base/common/secretNames.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import type { ValueMask } from '../definition/valueMask.ts';
import { mayHoldVariables } from '../definition/variables.ts';

const secretName = /auth|token|secret|password|passwd|credential|cookie|api[-_]?key|private[-_]?key/i;

/** Has `mask` write the name of the header or variable where its value would be shown. */
export function maskLiterals({ launch }: ServerDefinition, mask: ValueMask): void {
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
