import type { Engine } from '../../engine.ts';
import type { Tool } from '../../tools/index.ts';

export type ExtensionNode =
  | { readonly kind: 'extensions' }
  | {
      readonly kind: 'extensionTool';
      readonly tool: Tool;
      readonly wireName: string;
      readonly source: string;
    };

export function extensionRows({
  tools,
}: Pick<Engine, 'tools'>): Extract<ExtensionNode, { kind: 'extensionTool' }>[] {
  return tools.extensionTools.map((each) => ({ kind: 'extensionTool', ...each }));
}
