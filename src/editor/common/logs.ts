/** Output channels: one for Patchbay, and one for each server, created when first needed. */
import * as vscode from 'vscode';
import { type ServerLog, type Verbosity } from '../../mcp/index.ts';
import { plainText } from '../../base/common/text.ts';
import { createLogChannel } from '../ui/index.ts';

const verbosities: Readonly<Record<vscode.LogLevel, Verbosity>> = {
  [vscode.LogLevel.Off]: 'off',
  [vscode.LogLevel.Trace]: 'debug',
  [vscode.LogLevel.Debug]: 'debug',
  [vscode.LogLevel.Info]: 'info',
  [vscode.LogLevel.Warning]: 'warning',
  [vscode.LogLevel.Error]: 'error',
};

/** Longest entry in characters, because some entries are a server's own text. */
const MAX_ENTRY = 65_536;

export class Logs implements vscode.Disposable {
  private readonly servers = new Map<string, vscode.LogOutputChannel>();
  private main: vscode.LogOutputChannel | undefined;

  get patchbay(): vscode.LogOutputChannel {
    this.main ??= createLogChannel('Patchbay');
    return this.main;
  }

  forServer(name: string): ServerLog {
    return {
      append: (level, from, text) => {
        const line = plainText(from === 'patchbay' ? text : `[${from}] ${text}`, MAX_ENTRY) ?? '';
        const channel = this.channel(name);
        if (level === 'debug') channel.debug(line);
        else if (level === 'info') channel.info(line);
        else if (level === 'warning') channel.warn(line);
        else channel.error(line);
      },
      verbosity: {
        current: () => verbosities[this.channel(name).logLevel],
        onDidChange: (listener) => this.channel(name).onDidChangeLogLevel(() => listener()),
      },
    };
  }

  show(server?: string): void {
    (server === undefined ? this.patchbay : this.channel(server)).show(true);
  }

  dispose(): void {
    this.main?.dispose();
    for (const channel of this.servers.values()) channel.dispose();
  }

  private channel(server: string): vscode.LogOutputChannel {
    const existing = this.servers.get(server);
    if (existing) return existing;
    const channel = createLogChannel(`Patchbay: ${server}`);
    this.servers.set(server, channel);
    return channel;
  }
}
