export { withoutCarriers } from './common/carriers.ts';
export { withoutReasoning } from './common/echo.ts';
export { abilitiesOf, type Abilities, type TextCallsMode } from './common/abilities.ts';
export { listedPrice } from './prices/priceList.ts';
export { listedWindow, listModels, type ListedModel, type ModelPrice } from './openai/modelList.ts';
export {
  keyOrigin,
  knownEndpoints,
  localEndpoints,
  type KnownEndpoint,
  type LocalEndpoint,
  resolveBaseURL,
  resolveConnection,
  resolveEndpoint,
  type EndpointConnection,
  type Endpoint,
  type EndpointSettings,
  parseProfiles,
  type Profile,
  type ProfileEntry,
} from './openai/endpoint.ts';

export { ModelError, type ModelErrorKind } from './failures/errors.ts';
export type * from './common/model.ts';
export { createOpenAiModel, probeModel } from './openai/openai.ts';
export { noSuchLanguageModel } from './languageModel/failure.ts';
export { createLanguageModel } from './languageModel/model.ts';
export {
  portName,
  type LanguageModelPort,
  type PortAnswer,
  type PortMessage,
  type PortPart,
} from './languageModel/port.ts';
export { overflowIn } from './failures/overflow.ts';
export { toolLimitIn } from './failures/toolLimit.ts';
export { effortsOf } from './request/negotiation.ts';
export { keepEfforts } from './request/learnedEfforts.ts';
export { metered } from './metered.ts';
export { slices } from './request/requestPieces.ts';
export { toolOutput } from './request/toolOutput.ts';
export { withRetries } from './retries.ts';
