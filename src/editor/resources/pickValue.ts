/** A quick pick that shows the server's suggestions for one value while the user types. */
import { t } from '@vscode/l10n';
import { QuickPick, type PickItem } from '../ui/index.ts';

const DEBOUNCE_MS = 150;

interface ValueItem extends PickItem {
  readonly value?: string;
}

export function pickValue(options: {
  readonly title: string;
  readonly placeholder: string;
  readonly suggest: (value: string, signal: AbortSignal) => Promise<readonly string[]>;
}): Promise<string | undefined> {
  const { title, placeholder, suggest } = options;
  return new Promise((resolve) => {
    const pick = new QuickPick<ValueItem>();
    Object.assign(pick, { title, placeholder, ignoreFocusOut: true });
    let asking = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let suggested: readonly string[] = [];
    const show = (): void => {
      const typed = pick.value;
      const own = typed === '' || suggested.includes(typed) ? [] : [typed];
      pick.items = [
        ...own.map((value): ValueItem => ({ label: t('Use "{0}"', value), alwaysShow: true })),
        // The server has filtered them; VS Code must not filter again.
        ...suggested.map((value): ValueItem => ({ label: value, value, alwaysShow: true })),
      ];
    };
    const ask = async (): Promise<void> => {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      pick.busy = true;
      try {
        const values = await suggest(pick.value, signal);
        if (signal.aborted) return;
        suggested = values;
        show();
      } catch {
        // A failed request shows no suggestions, and the user can type any value.
      }
      if (!signal.aborted) pick.busy = false;
    };
    pick.onDidChangeValue(() => {
      show();
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), DEBOUNCE_MS);
    });
    let accepted: string | undefined;
    pick.onDidAccept(() => {
      accepted = pick.activeItems[0]?.value ?? (pick.value === '' ? undefined : pick.value);
      if (accepted !== undefined) pick.hide();
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      asking.abort();
      pick.dispose();
      resolve(accepted);
    });
    pick.show();
    void ask();
  });
}
