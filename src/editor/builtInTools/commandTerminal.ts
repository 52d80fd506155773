/** Terminals of the editor that mirror commands which run without one. What is typed there goes to the command. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { headText } from '../../base/common/cut.ts';
import { onScreen } from '../../base/common/terminalText.ts';
import { commandEndText } from '../../protocol/index.ts';
import type { LiveCommand } from '../../tools/index.ts';
import { createTerminal } from '../ui/index.ts';
import { ScreenText, withReturns } from './screenText.ts';
import { TypedLine } from './typedLine.ts';

/** Characters of the output of before that the terminal begins with. */
const MAX_BEFORE = 60_000;
const MAX_NAME = 40;

const shown = new WeakMap<LiveCommand, vscode.Terminal>();

/** Shows the terminal of a command, and makes it if there is none. */
export function showCommandTerminal(command: LiveCommand): void {
  const terminal = shown.get(command) ?? terminalOf(command);
  shown.set(command, terminal);
  terminal.show();
}

function terminalOf(command: LiveCommand): vscode.Terminal {
  const write = new vscode.EventEmitter<string>();
  const screen = new ScreenText();
  const show = (text: string): void => write.fire(withReturns(screen.push(text)));
  const line = new TypedLine({
    isSecret: () => command.asksForSecret,
    echo: (text) => write.fire(text),
    enter: (text, isSecret) => {
      if (!command.type(text, isSecret)) show(`${t('The command takes no input.')}\n`);
    },
    end: () => command.endInput(),
    interrupt: () => command.stop(),
  });
  const following: vscode.Disposable[] = [];
  return createTerminal({
    name: headText(command.about.command, MAX_NAME),
    icon: 'tools',
    pty: {
      onDidWrite: write.event,
      open: () => {
        const title = onScreen(command.about.command).text;
        write.fire(withReturns(`\x1b[1m$ ${title}\x1b[0m\n`));
        show(command.log.end(MAX_BEFORE));
        if (command.end) return;
        following.push(
          command.onOutput(show),
          command.onDidChange(() => {
            if (command.end) write.fire(`\r\n\x1b[2m${commandEndText(command.end)}\x1b[0m\r\n`);
          }),
        );
      },
      handleInput: (data) => line.type(data),
      close: () => {
        for (const each of following) each.dispose();
        shown.delete(command);
      },
    },
  });
}
