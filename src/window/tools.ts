/** Tools: which ones the model gets, what they may do, and those that users write. */
import * as vscode from 'vscode';
import { registerCustomTools } from '../editor/customTools/commands.ts';
import { registerToolReview } from '../editor/customTools/review.ts';
import { toolsToReview } from '../editor/customTools/toolConfirmations.ts';
import { registerSkillCommands } from '../editor/instructions/instructionOptions.ts';
import { registerPermissions } from '../editor/permissionsPicker.ts';
import { toolReviewNotice } from '../editor/reviewNotices.ts';
import { registerToolChoice } from '../editor/toolSetsPicker.ts';
import type { Services } from './services.ts';

export function toolsFeature(services: Services): vscode.Disposable {
  const { engine, lazyEngine, toolConfirmations } = services;
  const notifyOfReviews = toolReviewNotice();
  return vscode.Disposable.from(
    lazyEngine.onDidChange(({ engine: { custom } }) => notifyOfReviews(toolsToReview(custom?.files ?? []))),
    registerPermissions(engine),
    registerToolChoice(engine, services.chats, services.views),
    registerCustomTools(engine, toolConfirmations),
    registerToolReview(engine, toolConfirmations),
    registerSkillCommands(),
  );
}
