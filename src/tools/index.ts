/** The tools room: what a tool is, which there are, and under which names the model knows them. */
export { argumentProblem } from './argumentCheck.ts';
export { CommandRunner, type CommandResult } from './commandRunner.ts';
export { CustomTools, type CustomFile, type CustomFolder, type CustomToolsOptions } from './customTools.ts';
export { Enablement, type Preferences } from './enablement.ts';
export { LineMatcher } from './lineMatcher.ts';
export { fromMcpContent, fromMcpResource } from './mcpResult.ts';
export { fromNative, ownTool, type NativeServices, type NativeTool } from './nativeTools.ts';
export { BUILT_IN, Permissions, type Rule, type RuleStores } from './permission.ts';
export { ToolRegistry, toolsOf, type SwitchableTool, type ToolSet } from './registry.ts';
export { resourceToolNames } from './resourceTools.ts';
export { cancelledResult, failedResult, textContent } from './results.ts';
export type * from './tool.ts';
export { wireNames } from './wireNames.ts';
