/** All planted defects. */
import type { Defect } from '../defect.ts';
import { agentDefects } from './agent.ts';
import { editorDefects } from './editor.ts';
import { hostDefects } from './host.ts';
import { mcpDefects } from './mcp.ts';
import { modelDefects } from './models.ts';
import { pageDefects } from './pages.ts';
import { storeDefects } from './store.ts';
import { toolDefects } from './tools.ts';

export const defects: readonly Defect[] = [
  ...agentDefects,
  ...toolDefects,
  ...mcpDefects,
  ...modelDefects,
  ...storeDefects,
  ...editorDefects,
  ...pageDefects,
  ...hostDefects,
];
