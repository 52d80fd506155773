export { argumentProblem } from './argumentCheck.ts';
export { otherToolFor } from './commonToolNames.ts';
export { ignoredArguments, takenArguments } from './takenArguments.ts';
export { MAX_LISTED_LEVELS } from './argumentNames.ts';
export { CallOutput } from './callOutput.ts';
export { CommandRunner } from './commandRunner.ts';
export { cutNote, OUTPUT_HEAD, OUTPUT_TAIL, shownOutput, type CommandResult } from './commandOutput.ts';
export { endText, LiveCommands, type CommandOutcome, type KeptBecause } from './liveCommands.ts';
export type { LiveCommand } from './liveCommand.ts';
export { commandShell } from './commandShell.ts';
export type { ToolModule } from './customModules.ts';
export {
  CustomTools,
  type CustomFile,
  type CustomFolder,
  type CustomToolsOptions,
  type ToolDecision,
  type UnconfirmedFile,
} from './customTools.ts';
export { Enablement, extensionOf, extensionSource, type Preferences, type Switches } from './enablement.ts';
export { ExtensionTools, type ExtensionToolsOptions, type FoundExtensionTool } from './extensionTools.ts';
export { beginsAsScript, inEnvironment, standingOf } from './files/fileStanding.ts';
export { isUncovered } from './files/ordinaryFiles.ts';
export { classifyProtected, type Protection } from './files/protectedFiles.ts';
export { linkedProtections } from './files/linkedProtection.ts';
export { isSameStamp, isSettled, stampOf } from './files/fileStamp.ts';
export { GitIgnore } from './files/gitIgnore.ts';
export { branchOf, repositoriesAround } from './files/gitRepository.ts';
export { findGit, type GitProgram } from './files/gitProgram.ts';
export { asOnDisk, gitFolderOf, hasOtherNames, isInside, RealPaths, realTarget } from './files/realPaths.ts';
export { comparableNames, compileGlob, globProblem, misleadingName } from './files/pathPatterns.ts';
export { withNamesOnDisk, withoutLine } from './files/namesOnDisk.ts';
export { namedPath, searchGlobs, withLiteralBrackets } from './files/searchGlobs.ts';
export { listFiles, notIgnored, type ListedFile } from './textSearch/folderFiles.ts';
export { matchFiles, type RipgrepScope } from './textSearch/ripgrepFiles.ts';
export { findRipgrep } from './textSearch/ripgrepProgram.ts';
export { widePattern } from './textSearch/widePattern.ts';
export { searchExpression, type SearchExpression } from './textSearch/searchExpression.ts';
export { changedLines, changeText } from './files/changeText.ts';
export { addedAddresses } from './files/addresses.ts';
export { addedSchemas, hasRemoteSchema } from './files/remoteSchema.ts';
export { LineMatcher, MAX_FOUND, type LineMatch, type MatchedExpression } from './lineMatcher.ts';
export { sensitiveFilesNamed } from './namedFiles.ts';
export {
  isSetName,
  memberName,
  scopedToolSets,
  setKey,
  serverOfMember,
  toolsInSet,
  type ChosenToolSet,
  type NamedToolSet,
  type ScopedToolSet,
  ToolSetChoices,
} from './namedToolSets.ts';
export { fromMcpContent, fromMcpResource } from './mcpResult.ts';
export {
  fromNative,
  ownTool,
  type CommandContent,
  type MarkedContent,
  type NativeServices,
  type NativeTool,
} from './nativeTools.ts';
export type { CommandLine } from './commandWords.ts';
export { marksOfResult, secretsOf, unique } from './dataFlow.ts';
export { BUILT_IN } from './ruleMatching.ts';
export {
  Permissions,
  type ApprovalPolicy,
  type CallCircumstances,
  type RuleStores,
  type Decision,
} from './permission.ts';
export type { PermissionRule, RuleCovers, RuleScope } from './permissionRules.ts';
export { OpenedResources } from './openedResources.ts';
export { CUSTOM } from './switchSource.ts';
export { ToolRegistry, toolsOf, type SwitchableTool, type ToolSources } from './registry.ts';
export { resourceToolNames } from './resourceTools.ts';
export { nearest } from './search/similarity.ts';
export {
  cancelledResult,
  failedResult,
  notRunText,
  refusedResult,
  styledText,
  textContent,
  unfitResult,
  untrustedResult,
} from './results.ts';
export { MAX_QUERY, ToolIndex, type SearchableTool } from './search/toolIndex.ts';
export { LOOKED_AT, looksSecret } from './secretContent.ts';
export { classifySensitive } from './sensitiveFiles.ts';
export type * from './tool.ts';
export { fetchPageTool } from './fetchPage.ts';
export { PageFetcher } from './web/pageFetcher.ts';
export { resolveToolName, type NamedTool } from './toolNames.ts';
export { extensionWireNames, wireNames } from './wireNames.ts';
