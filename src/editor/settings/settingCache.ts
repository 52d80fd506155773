import type { SettingName, SettingValue } from '../../contributions/index.ts';

type Read = <Name extends SettingName>(name: Name) => SettingValue<Name>;

/** Reads each setting once until it is cleared: VS Code takes a millisecond to inspect one. */
export class SettingCache {
  private readonly values = new Map<SettingName, unknown>();
  private readonly readNow: Read;

  constructor(readNow: Read) {
    this.readNow = readNow;
  }

  read<Name extends SettingName>(name: Name): SettingValue<Name> {
    if (!this.values.has(name)) this.values.set(name, this.readNow(name));
    return this.values.get(name) as SettingValue<Name>;
  }

  clear(): void {
    this.values.clear();
  }
}
