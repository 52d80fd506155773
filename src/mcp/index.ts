/** The MCP room: servers, their connections and their catalogs. Imports no editor. */
export type { Unconfirmed } from './admission/admission.ts';
export { describeNeed, keyOf, needsOf, type Need } from './admission/needs.ts';
export {
  digestsOf,
  envFilePath,
  loadersIn,
  readEnvFile,
  type EnvFile,
  type EnvFileDigests,
} from './definition/envFile.ts';
export { mapLaunch } from './connecting/launchTexts.ts';
export { askedBy, changesSince, isSame, type Asked } from './admission/asked.ts';
export { joinCommandLine, parseCommandLine } from './authoring/commandLine.ts';
export { importSources, type ImportSource } from './authoring/importSources.ts';
export { JsonTextError } from './authoring/jsonText.ts';
export { freeName, suggestName } from './authoring/names.ts';
export { namesInText, placeOfMessage, problemsInLinked, problemsInText } from './authoring/problemsInText.ts';
export { secretsIn, withInputsFor, withSecretsMoved, type FoundSecret } from './authoring/secretsIn.ts';
export {
  changeServers,
  placeOf,
  readServersText,
  type RawEntry,
  type ServersChange,
} from './authoring/serversText.ts';
export { settingsInText } from './authoring/settingsInText.ts';
export { readConfiguration, readPasted, type Found, type FoundServer } from './authoring/shapes.ts';
export type { Authorization, Redirect, SignInRequest } from './oauth/authorization.ts';
export { CallFailure } from './calls/callFailure.ts';
export type { Catalog } from './catalog/catalog.ts';
export { checkSchema } from './catalog/schemaCheck.ts';
export {
  parseServers,
  type DefinitionProblem,
  type ServerDefinition,
  type ServerEntry,
} from './definition/definition.ts';
export { describeLaunch, fingerprint } from './describe.ts';
export { fillTemplate, parseTemplate } from './definition/variables.ts';
export type { Asking, Interaction, SamplingParams, SamplingResult } from './questions/interaction.ts';
export { McpManager, type InvalidServer, type McpManagerOptions } from './manager.ts';
export type { Secrets } from './oauth/oauthStore.ts';
export type {
  Answer,
  Folder,
  Question,
  RememberedTool,
  Remembered,
  ServerLog,
  ServerMemory,
  Variables,
  Verbosity,
  Workspace,
} from './ports.ts';
export type { FailureAction, ServerFailure } from './failure.ts';
export { questionOf } from './questions/question.ts';
export type { Server } from './server.ts';
export type { ConnectionTest } from './testing.ts';
export { expandTemplate, templateVariables } from './catalog/templates.ts';
export type { ServerState } from './state.ts';
export { toolFields } from './toolForm.ts';
