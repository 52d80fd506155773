/** Whether arguments that the user has edited are what the tool takes. */
import { t } from '@vscode/l10n';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { Tool } from './tool.ts';

const validator = new CfWorkerJsonSchemaValidator();

type Arguments = Readonly<Record<string, unknown>>;

/** What is wrong with the arguments by the tool's schema, for the user; undefined if nothing is. */
export function argumentProblem(tool: Tool, args: Arguments): string | undefined {
  const mismatch = mismatchOf(tool, args);
  return mismatch === undefined ? undefined : t('The tool does not take these arguments: {0}', mismatch);
}

/** The same for the model, which reads English. */
export function argumentRefusal(tool: Tool, args: Arguments): string | undefined {
  const mismatch = mismatchOf(tool, args);
  return mismatch === undefined ? undefined : `The tool does not take these arguments: ${mismatch}`;
}

/** A schema that cannot be used judges nothing: the server has the last word anyhow. */
function mismatchOf({ inputSchema }: Tool, args: Arguments): string | undefined {
  let verdict;
  try {
    verdict = validator.getValidator(inputSchema)(args);
  } catch {
    return undefined;
  }
  return verdict.valid ? undefined : verdict.errorMessage;
}
