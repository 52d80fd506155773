import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands } from '../../contributions/index.ts';
import { isStringRecord } from '../../base/common/guards.ts';
import { showInformationMessage, showQuickPick } from '../ui/index.ts';

/**
 * A server that may use the model, with the fingerprint of its definition: another definition of the same name has to
 * ask again.
 */
export interface PermittedServer {
  readonly server: string;
  /** Undefined for a server that was just removed. */
  readonly fingerprint: string | undefined;
}

const KEY = 'patchbay.sampling.allowed';

export class SamplingPermissions {
  private readonly state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.state = state;
  }

  get servers(): readonly string[] {
    return Object.keys(this.all);
  }

  allows({ server, fingerprint }: PermittedServer): boolean {
    return fingerprint !== undefined && this.all[server] === fingerprint;
  }

  async allow({ server, fingerprint }: PermittedServer): Promise<void> {
    if (fingerprint !== undefined) await this.state.update(KEY, { ...this.all, [server]: fingerprint });
  }

  async forget(servers: readonly string[]): Promise<void> {
    const others = Object.entries(this.all).filter(([server]) => !servers.includes(server));
    await this.state.update(KEY, Object.fromEntries(others));
  }

  fingerprintOf(server: string): string | undefined {
    return this.all[server];
  }

  private get all(): Readonly<Record<string, string>> {
    const stored = this.state.get<unknown>(KEY);
    return isStringRecord(stored) ? stored : {};
  }
}

export function registerForgetSampling(permissions: SamplingPermissions): vscode.Disposable {
  return vscode.commands.registerCommand(commands.forgetSampling, async () => {
    const { servers } = permissions;
    if (servers.length === 0) {
      void showInformationMessage(t('Patchbay: no server may use the model without asking.'));
      return;
    }
    const picked = await showQuickPick(
      [...servers].map((server) => ({ label: server, server })),
      {
        canPickMany: true,
        title: t('Patchbay: Revoke Sampling Permissions'),
        placeHolder: t('Select the servers that must ask again before they use your model'),
      },
    );
    if (picked) await permissions.forget(picked.map(({ server }) => server));
  });
}
