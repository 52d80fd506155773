/** The public face of the models room: what a chat model is, and models behind OpenAI-compatible endpoints. */
export { abilitiesOf, type Abilities, type TextCallsMode } from './abilities.ts';
export { listModels } from './client.ts';
export { keyOrigin, resolveConnection, resolveEndpoint } from './endpoint.ts';
export type { Connection, Endpoint, EndpointSettings } from './endpoint.ts';
export { knownEndpoints, type KnownEndpoint } from './knownEndpoints.ts';
export { localEndpoints, type LocalEndpoint } from './localEndpoints.ts';
export { ModelError, type ModelErrorKind } from './errors.ts';
export type * from './model.ts';
export { createOpenAiModel } from './openai.ts';
export { probeModel } from './probe.ts';
export { parseProfiles, type Profile, type ProfileEntry } from './profiles.ts';
export { noSuchLanguageModel } from './languageModel/failure.ts';
export { createLanguageModel } from './languageModel/model.ts';
export {
  portName,
  type LanguageModelPort,
  type PortAnswer,
  type PortMessage,
  type PortPart,
} from './languageModel/port.ts';
export { overflowIn } from './overflow.ts';
export { toolOutput } from './toolOutput.ts';
export { withRetries } from './retries.ts';
