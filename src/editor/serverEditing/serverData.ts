import type { Engine } from '../../engine.ts';
import { fingerprint, type ServerDefinition, type ServerStorage } from '../../mcp/index.ts';
import type { SamplingPermissions } from '../settings/samplingPermissions.ts';
import type { ServerOrder } from '../servers/serverOrder.ts';

interface ServerDataStores {
  readonly memory: ServerStorage;
  readonly sampling: SamplingPermissions;
  readonly order: ServerOrder;
}

export class ServerData {
  private readonly memory: ServerStorage;
  private readonly sampling: SamplingPermissions;
  private readonly order: ServerOrder;

  constructor({ memory, sampling, order }: ServerDataStores) {
    this.memory = memory;
    this.sampling = sampling;
    this.order = order;
  }

  /**
   * Moves the data of a server to its new name. Nothing else of the definition differs, so permissions still hold.
   * Returns how to undo it.
   */
  async move(engine: Engine, from: ServerDefinition, to: ServerDefinition): Promise<() => Promise<void>> {
    const [before, after] = [fingerprint(from), fingerprint(to)];
    const renamed = (text: string): string =>
      text === before || text.startsWith(`${before} `) ? after + text.slice(before.length) : text;
    // A permission for an earlier definition covers nothing and moves unchanged.
    engine.permissions.changeSource(from.name, (rule) => ({
      ...rule,
      source: to.name,
      fingerprints: Object.fromEntries(
        Object.entries(rule.fingerprints).map(([tool, text]) => [tool, renamed(text)]),
      ),
    }));
    engine.enablement.set(to.name, engine.enablement.forget(from.name), false);
    const remembered = this.memory.recall(from.name);
    if (remembered) {
      this.memory.remember(to.name, { ...remembered, fingerprint: renamed(remembered.fingerprint) });
      this.memory.remember(from.name, undefined);
    }
    const permitted = this.sampling.fingerprintOf(from.name);
    if (permitted !== undefined) {
      await this.sampling.allow({ server: to.name, fingerprint: renamed(permitted) });
      await this.sampling.forget([from.name]);
    }
    this.order.rename(from.name, to.name);
    // The history is renamed in the background, because it can be long.
    void engine.history?.renameServer(from.name, to.name);
    return async () => void (await this.move(engine, to, from));
  }

  /** Deletes all data of a server but its calls, which the user deletes as history. Returns how to undo it. */
  async forget(engine: Engine, name: string): Promise<() => Promise<void>> {
    const allow = engine.permissions.changeSource(name, () => undefined);
    const off = engine.enablement.forget(name);
    const remembered = this.memory.recall(name);
    if (remembered) this.memory.remember(name, undefined);
    const permitted = this.sampling.fingerprintOf(name);
    await this.sampling.forget([name]);
    const putBack = this.order.forget(name);
    return async () => {
      putBack();
      allow();
      engine.enablement.set(name, off, false);
      if (remembered) this.memory.remember(name, remembered);
      await this.sampling.allow({ server: name, fingerprint: permitted });
    };
  }
}
