/** How the page of a server names and writes things. */
import type { ServerView } from '../../protocol/index.ts';

/** How each state looks. */
export const stateLooks: Readonly<
  Record<ServerView['state']['kind'], { readonly name: string; readonly icon: string }>
> = {
  connected: { name: 'Connected', icon: 'pass-filled' },
  connecting: { name: 'Connecting', icon: 'loading' },
  error: { name: 'Error', icon: 'error' },
  disconnected: { name: 'Disconnected', icon: 'circle-outline' },
};

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});

/** The time of day with its milliseconds: messages follow closely upon each other. */
export function exactTime(at: number): string {
  return clock.format(new Date(at));
}
