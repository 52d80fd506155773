/** Notices that a command waits for input: it is silent after a prompt, or a process of it reads its input. */
import { tailText } from '../base/common/cut.ts';
import { onScreen } from '../base/common/terminalText.ts';
import { plainLabel } from '../base/common/text.ts';

export interface InputWait {
  /** End of the output; empty if the command has not said what it waits for. */
  readonly prompt: string;
  /** The answer is a password or the like, which only the user may type. */
  readonly isSecret: boolean;
}

/** Silence in ms after which it is looked at, and how often again while it goes on. */
const SILENCE_MS = 1_000;
const AGAIN_MS = 4_000;
const MAX_PROMPT = 200;

const PROMPT = /[:?>$#\])]\s*$/u;
const SECRET =
  /pass\s?(?:word|phrase|code)|\bpass\b|secret|token|api.?key|private key|\bpin\b|\botp\b|one.time|(?:verification|security|authenticat\w+|[2m]fa) code|passwort|kennwort|geheim/iu;
/** Words of other languages for a password: programs such as sudo speak that of the system. */
const SECRET_ELSEWHERE =
  /mot de passe|contraseña|contrasenya|\bsenha\b|palavra-passe|wachtwoord|lösenord|passord|adgangskode|salasana|hasło|\bheslo\b|jelszó|parol|şifre|парол|密码|密碼|口令|パスワード|암호|비밀번호|סיסמ|كلمة/iu;

export function promptIn(output: string): InputWait | undefined {
  const shown = onScreen(output).text;
  const [before = '', last = ''] = ['', ...shown.split('\n')].slice(-2);
  const prompt = plainLabel(tailText(last, MAX_PROMPT), MAX_PROMPT) ?? '';
  return prompt !== '' && PROMPT.test(last)
    ? { prompt, isSecret: asksForSecret(`${before}\n${last}`) }
    : undefined;
}

function asksForSecret(text: string): boolean {
  return SECRET.test(text) || SECRET_ELSEWHERE.test(text.normalize('NFC'));
}

export interface WatchedCommand {
  /** Returns the end of the output. */
  readonly tail: () => string;
  readonly readsInput: () => Promise<boolean>;
  readonly onChange: (wait: InputWait | undefined) => void;
}

export class InputWatch {
  private readonly watched: WatchedCommand;
  private timer: NodeJS.Timeout | undefined;
  private silence = 0;
  private isWaiting = false;

  constructor(watched: WatchedCommand) {
    this.watched = watched;
    this.lookIn(SILENCE_MS);
  }

  /** Must be called when the command has written, and when it was answered. */
  restart(): void {
    this.silence += 1;
    if (this.isWaiting) this.setWait(undefined);
    this.lookIn(SILENCE_MS);
  }

  dispose(): void {
    this.silence += 1;
    clearTimeout(this.timer);
    if (this.isWaiting) this.setWait(undefined);
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), ms);
  }

  private async look(): Promise<void> {
    const { silence, watched } = this;
    const prompt = promptIn(watched.tail());
    const reads = !prompt && (await watched.readsInput());
    if (silence !== this.silence) return;
    if (prompt || reads) this.setWait(prompt ?? { prompt: '', isSecret: false });
    else this.lookIn(AGAIN_MS);
  }

  private setWait(wait: InputWait | undefined): void {
    this.isWaiting = wait !== undefined;
    this.watched.onChange(wait);
  }
}
