export type { Unconfirmed } from './startPolicy/startPolicy.ts';
export { describeNeed, needKey, needsOf, type Need } from './startPolicy/needs.ts';
export {
  digestsOf,
  envFilePath,
  loadersIn,
  readEnvFile,
  type EnvFile,
  type EnvFileDigests,
} from './definition/envFile.ts';
export { mapLaunch } from './definition/launchTexts.ts';
export {
  askedBy,
  changesSince,
  isSameLaunch,
  type ConfirmedDefinition,
} from './startPolicy/confirmedDefinition.ts';
export { joinCommandLine, parseCommandLine, withScheme } from './editing/commandLine.ts';
export { configurationValue } from './editing/configurationText.ts';
export { filesOf, importSources, type ImportSource } from './editing/importSources.ts';
export {
  readConfiguration,
  readPasted,
  sentenceOf,
  type Found,
  type FoundServer,
  type Unread,
} from './editing/shapes.ts';
export {
  firstOfEachName,
  isLinkedFile,
  linkedFileNames,
  readLinkedFile,
  type LinkedFileName,
  type LinkedServer,
} from './editing/linkedFiles.ts';
export { offInCopilot, offInGemini, offInMcpJson, type WhyOff } from './editing/switchedOff.ts';
export { JsonTextError } from './editing/jsonText.ts';
export { freeName, suggestName } from './editing/names.ts';
export {
  namesInText,
  placeOfMessage,
  problemsInLinked,
  problemsInText,
  settingsInText,
} from './editing/problemsInText.ts';
export { secretsIn, withInputsFor, withSecretsMoved, type FoundSecret } from './editing/secretsIn.ts';
export {
  changeServers,
  entryPlace,
  readServersText,
  type RawEntry,
  type ServersChange,
} from './editing/serversText.ts';
export type { Authorization, Redirect, SignInRequest } from './oauth/authorization.ts';
export { pastedAuthorization } from './oauth/pastedSignIn.ts';
export { CallFailure } from './runningCalls/callFailure.ts';
export type { Catalog } from './catalog/catalog.ts';
export { checkSchema } from './catalog/schemaCheck.ts';
export {
  entryFields,
  parseServers,
  type DefinitionProblem,
  type ServerDefinition,
  type ServerEntry,
} from './definition/definition.ts';
export { describeLaunch, fingerprint } from './definition/describe.ts';
export { fillTemplate, parseTemplate } from './definition/variables.ts';
export type { Asking, Interaction, SamplingParams, SamplingResult } from './questions/interaction.ts';
export { McpManager, type InvalidServer, type McpManagerOptions } from './server/manager.ts';
export type { Secrets } from './oauth/oauthStore.ts';
export type {
  Folder,
  ServerLog,
  VariableRequest,
  Variables,
  VariableValue,
  Verbosity,
  Workspace,
} from './common/ports.ts';
export type { SavedTool, SavedServer, ServerStorage } from './catalog/savedServer.ts';
export type { LauncherCache } from './failures/launcherCache.ts';
export { uvCleanCommand } from './failures/uvCache.ts';
export type { FailureAction, ServerFailure } from './failures/serverFailure.ts';
export { questionOf, toolFields } from './questions/questionFields.ts';
export type { Server } from './server/server.ts';
export type { ConnectionTest } from './server/connectionTest.ts';
export { expandTemplate, templateVariables } from './calls/browsing.ts';
export type { ServerState } from './server/state.ts';
