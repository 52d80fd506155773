import { extensionSource } from './enablement.ts';
import { BUILT_IN } from './ruleMatching.ts';
import type { Tool } from './tool.ts';

/** Takes the place of a server's name for custom tools. */
export const CUSTOM = 'custom tools';

/** Returns the server's name, or the name that takes its place in settings and switches. */
export function switchSource({ source }: Pick<Tool, 'source'>): string {
  switch (source.kind) {
    case 'mcp':
      return source.server;
    case 'custom':
      return CUSTOM;
    case 'extension':
      return extensionSource(source.extension);
    case 'native':
    case 'unknown':
      return BUILT_IN;
  }
}
