import { isRecord } from '../base/common/guards.ts';
import { join, type LocalizedMessage, msg } from '../base/common/message.ts';
import { checkSchema } from '../mcp/index.ts';
import { argumentFaults, argumentNames, shownName } from './argumentFaults.ts';
import type { Tool } from './tool.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns why arguments do not fit the tool's schema. A schema that is unusable, or takes too long, refuses nothing:
 * the server decides then.
 */
export function argumentProblem(
  { name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>,
  args: Arguments,
): LocalizedMessage | undefined {
  if (checkSchema(inputSchema, args).kind !== 'unfit') return undefined;
  const tool = shownName(name);
  const names = argumentNames(inputSchema);
  const takes = names === '' ? msg('{0} takes no arguments.', tool) : msg('{0} takes {1}.', tool, names);
  const faults = argumentFaults(inputSchema, args);
  return join(' ', takes, ...(faults.length > 0 ? faults : otherFaults(inputSchema, args)));
}

const MAX_CHECKED = 20;
/** No further argument is checked after this time, because a schema of others can make each check slow. */
const LIMIT_MS = 500;

/** Names the arguments that do not fit a schema of which the sentences know too little. */
function otherFaults(schema: Arguments, args: Arguments): readonly LocalizedMessage[] {
  const { properties, $defs, definitions } = schema;
  const known = isRecord(properties) ? properties : {};
  const names = Object.keys(args)
    .filter((name) => Object.hasOwn(known, name))
    .slice(0, MAX_CHECKED);
  const until = performance.now() + LIMIT_MS;
  const unfit = names.filter((name) => {
    const own = known[name];
    if (performance.now() > until) return false;
    return isRecord(own) && checkSchema({ $defs, definitions, ...own }, args[name]).kind === 'unfit';
  });
  if (unfit.length === 0) return [msg('The tool does not accept these arguments together.')];
  return [msg('These arguments have the wrong format: {0}.', unfit.map(shownName).join(', '))];
}
