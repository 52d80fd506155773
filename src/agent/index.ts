export { checkAnswer, readable } from './elicitation/answerCheck.ts';
export {
  runCalls,
  type ApprovalNeeded,
  type ApprovalOutcome,
  type Approve,
  type StepCalls,
} from './turn/calls.ts';
export { TokenGauge } from './context/gauge.ts';
export { linePage, pageExtent, type LinePlace } from './context/linePage.ts';
export { countText } from './context/tokens.ts';
export { addUsage, noUsage } from './context/usage.ts';
export { ContextWindow } from './context/window.ts';
export { ToolCosts } from './context/toolCosts.ts';
export { Conversation, type ToolsOfConversation } from './conversation/conversation.ts';
export type * from './conversation/events.ts';
export { systemText, type SystemPart } from './conversation/systemParts.ts';
export {
  attachedInstructions,
  beginInstructions,
  maxInstructionTokens,
  type InstructionOptions,
  type InstructionSource,
} from './instructions/instructions.ts';
export { findPlaces } from './transcript/find.ts';
export { withAttachments } from './persistence/branch.ts';
export type { JournalTarget } from './persistence/journal.ts';
export { OpenConversation } from './persistence/openConversation.ts';
export { copyOf, fromJson, toJson, toMarkdown } from './persistence/portable.ts';
export { goingOn, remedies } from './transcript/notices.ts';
export { titleFor } from './persistence/title.ts';
export { PatchStream } from './transcript/patchStream.ts';
export {
  PromptExpansion,
  type TurnInput,
  type OwnAttachment,
  type ReadAttachment,
  type ReadOwnAttachment,
} from './prompts/promptExpansion.ts';
export { RequestViews } from './requests/requestViews.ts';
export { StepRequests } from './requests/stepRequests.ts';
export { RateLimit } from '../base/common/rateLimit.ts';
export { samplingOf, type Sampling, type SamplingQuestion } from './sampling/request.ts';
export { sample, samplingResult, type Sampled } from './sampling/result.ts';
export { chooseModel, modelHints } from './sampling/modelPreferences.ts';
export {
  LOAD_SKILL,
  Skills,
  SKILLS,
  type Skill,
  type SkillFile,
  type SkillOptions,
  type SkillSource,
} from './skills/skills.ts';
export { planTools } from './plan/planTool.ts';
export { lookAtOpening, type OpeningOptions } from './conversation/openingState.ts';
export { systemPrompt } from './turn/systemPrompt.ts';
export { ToolOffers } from './toolSearch/toolOffer.ts';
export { Transcript } from './transcript/transcript.ts';
export { TurnLimits, type AskAtLimit, type Budget, type Spent } from './turn/limits.ts';
export { CallStops } from './turn/callStops.ts';
export { runTurn } from './turn/turn.ts';
export { TurnProgressTracker } from './transcript/turnProgressTracker.ts';
