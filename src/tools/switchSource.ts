import { extensionSource } from './enablement.ts';
import { BUILT_IN } from './ruleMatching.ts';
import type { Tool } from './tool.ts';

/** In place of a server, for custom tools. */
export const CUSTOM = 'custom tools';

/** A server, or what stands for one in settings and switches. */
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
