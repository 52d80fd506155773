/** Whether arguments that the user has edited are what the tool takes. */
import { t } from '@vscode/l10n';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { Tool } from './tool.ts';

const validator = new CfWorkerJsonSchemaValidator();

/**
 * What is wrong with the arguments by the tool's schema, in a sentence; undefined if nothing is. A schema that
 * cannot be used judges nothing: the server has the last word anyhow.
 */
export function argumentProblem(
  { inputSchema }: Tool,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  let verdict;
  try {
    verdict = validator.getValidator(inputSchema)(args);
  } catch {
    return undefined;
  }
  return verdict.valid ? undefined : t('The tool does not take these arguments: {0}', verdict.errorMessage);
}
