import { readValue, type SettingName, type SettingValue, type Written } from '../../contributions/index.ts';

/** Keeps what was read of settings until it is to be forgotten: VS Code takes a millisecond to inspect one. */
export class KeptValues {
  private readonly values = new Map<SettingName, unknown>();
  private readonly written: () => Written;

  constructor(written: () => Written) {
    this.written = written;
  }

  read<Name extends SettingName>(name: Name): SettingValue<Name> {
    if (!this.values.has(name)) this.values.set(name, readValue(name, this.written()));
    return this.values.get(name) as SettingValue<Name>;
  }

  forget(): void {
    this.values.clear();
  }
}
