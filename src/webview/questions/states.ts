/** Which states of a question still want something of the user, or of the model. */
import type { QuestionState } from '../../protocol/index.ts';

export type OpenState = Extract<QuestionState, { status: 'open' | 'opened' | 'answering' | 'review' }>;
export type ClosedState = Exclude<QuestionState, OpenState>;

export function isOpenState(state: QuestionState): state is OpenState {
  return ['open', 'opened', 'answering', 'review'].includes(state.status);
}
