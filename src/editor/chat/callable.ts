import { t } from '@vscode/l10n';
import type { Engine } from '../../engine.ts';
import type { ToolSource } from '../../protocol/index.ts';
import { isRecord } from '../../base/common/guards.ts';

interface CallRequest {
  readonly source: ToolSource;
  readonly toolName: string;
  readonly argsText: string;
}

type Callable = { readonly wireName: string; readonly problem?: undefined } | { readonly problem: string };

/** Finds the tool of a manual call, and validates the arguments. */
export function callable(engine: Engine, { source, toolName, argsText }: CallRequest): Callable {
  const found = engine.find(source, toolName);
  if (!found)
    return {
      problem: t(
        'The tool {0}{1} is not available: it is disabled, or its server is not connected.',
        toolName,
        originOf(source),
      ),
    };
  const args = objectOf(argsText);
  const problem = args
    ? engine.argumentProblem(found.tool, args)?.localized
    : t('The arguments are not a JSON object.');
  return problem === undefined ? { wireName: found.wireName } : { problem };
}

/** ` of demo`, to follow the name of a tool in a sentence. */
export function originOf(source: ToolSource): string {
  return source.kind === 'mcp' ? t(' of {0}', source.server) : '';
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
