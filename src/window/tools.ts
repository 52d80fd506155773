/** Tools: which ones the model gets, what they may do, and those that users write. */
import * as vscode from 'vscode';
import { registerCustomTools } from '../editor/customTools/commands.ts';
import { registerToolReview } from '../editor/customTools/review.ts';
import { registerSkillCommands } from '../editor/instructions/instructionOptions.ts';
import { registerPermissions } from '../editor/permissionsPicker.ts';
import { registerToolChoice } from '../editor/toolSetsPicker.ts';
import type { Services } from './services.ts';

export function toolsFeature(services: Services): vscode.Disposable {
  const { engine, toolConfirmations } = services;
  return vscode.Disposable.from(
    registerPermissions(engine),
    registerToolChoice(engine, services.chats, services.views),
    registerCustomTools(engine, toolConfirmations),
    registerToolReview(engine, toolConfirmations),
    registerSkillCommands(),
  );
}
