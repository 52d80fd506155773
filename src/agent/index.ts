/** The agent room: the loop, the conversation it works on, the events it tells, and what the chat shows of it. */
export { checkAnswer, readable } from './answerCheck.ts';
export { runCalls, type Permit, type PermitVerdict } from './calls.ts';
export { READ_RESULT } from './context/results.ts';
export { TokenGauge } from './context/gauge.ts';
export { toolTokens } from './context/toolCost.ts';
export { ToolCosts } from './context/toolCosts.ts';
export { Conversation } from './conversation.ts';
export type * from './events.ts';
export { findPlaces } from './find.ts';
export { PatchStream } from './patchStream.ts';
export { Openings, type Opening, type OwnAttachment, type ReadAttachment, type ReadOwn } from './openings.ts';
export { RateLimit } from './sampling/rateLimit.ts';
export { samplingOf, type Sampling, type SamplingQuestion } from './sampling/request.ts';
export { sample, samplingResult, type Sampled } from './sampling/result.ts';
export { chooseModel, hintsOf } from './sampling/wishes.ts';
export { systemPrompt } from './systemPrompt.ts';
export { Transcript } from './transcript.ts';
export { runTurn } from './turn.ts';
