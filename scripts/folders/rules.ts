/** Which layer of `src` may import which; checked by `npm run check:folders`. */
import type { Rules } from './check.ts';

export const rules: Rules = {
  /**
   * A row per layer. Missing and unneeded entries fail, and within a layer folders and files must not import each other
   * in circles. Only what may import `vscode` depends on the editor; what `webview` imports runs in a browser.
   */
  allowed: {
    'base/common': [],
    'base/node': ['base/common'],
    // Pages know the settings that they get by their types alone.
    protocol: ['base/common', 'contributions'],
    mcp: ['base/common', 'base/node', 'protocol'],
    models: ['base/common', 'base/node', 'protocol'],
    store: ['base/common', 'protocol'],
    tools: ['base/common', 'base/node', 'protocol', 'mcp'],
    snapshots: ['base/node', 'tools'],
    agent: ['base/common', 'base/node', 'protocol', 'mcp', 'models', 'tools'],
    contributions: [],
    sample: ['base/common'],
    editor: [
      '..',
      'base/common',
      'base/node',
      'protocol',
      'mcp',
      'models',
      'store',
      'tools',
      'snapshots',
      'agent',
      'contributions',
      'editor/chat',
      'engine.ts',
      'vscode',
    ],
    // The chat runs without VS Code, too, in tests.
    'editor/chat': ['base/common', 'protocol', 'mcp', 'models', 'tools', 'agent', 'editor', 'engine.ts'],
    webview: ['base/common', 'protocol'],
    engine: ['base/common', 'protocol', 'mcp', 'models', 'store', 'tools', 'agent'],
    'engine.ts': ['agent', 'store', 'engine'],
    'extension.ts': ['..', 'contributions', 'editor', 'late.ts', 'vscode'],
    'headless.ts': [
      'base/common',
      'protocol',
      'mcp',
      'models',
      'tools',
      'agent',
      'contributions',
      'engine.ts',
    ],
    window: [
      'base/common',
      'mcp',
      'models',
      'store',
      'agent',
      'contributions',
      'editor',
      'editor/chat',
      'engine.ts',
      'vscode',
    ],
    'late.ts': ['editor', 'window', 'vscode'],
  },

  // `..`: the types that ship for other extensions, in `api`.
  withoutIndex: ['..', 'base', 'editor', 'webview', 'window'],
};
