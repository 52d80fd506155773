/** A frame by keys alone: what has the keyboard, and how many keys away something is. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { poll } from './poll.ts';

export interface Keyboard {
  press(keys: string): Promise<void>;
  /** What has the keyboard in the frame, as it is called; empty if it is elsewhere. */
  focused(): Promise<string>;
  reaches(name: RegExp): Promise<unknown>;
  /** Presses a key until what it comes to is called so. More than `most` times would be tiresome: it throws. */
  go(key: 'Tab' | 'Shift+Tab', name: RegExp, most: number): Promise<void>;
}

export function keyboardOf(frame: () => Frame): Keyboard {
  const press = (keys: string): Promise<void> => frame().page().keyboard.press(keys);
  const focused = (): Promise<string> =>
    frame().evaluate(`(() => {
      const element = document.activeElement;
      const label = element.labels?.[0]?.innerText ?? element.innerText ?? '';
      return document.hasFocus() ? element.getAttribute('aria-label') ?? label.trim().replaceAll(/\\s+/g, ' ') : '';
    })()`);
  return {
    press,
    focused,
    reaches: (name) =>
      poll(`the keyboard to be at ${String(name)}`, async () => name.test(await focused()), {
        detail: focused,
      }),
    go: async (key, name, most) => {
      const passed: string[] = [];
      for (let step = 0; step < most; step++) {
        await press(key);
        const now = await focused();
        if (name.test(now)) return;
        passed.push(now);
      }
      assert.fail(`${String(name)} is not within ${most} of ${key}, which comes past ${passed.join(' | ')}`);
    },
  };
}
