/** What a server's page shows, and how it follows the host. */
import { computed, signal } from '@preact/signals';
import type {
  ManualCall,
  Handlers,
  ServerHostMessage,
  ServerPageMessage,
  ServerView,
  WireRow,
  WireStatus,
} from '../../protocol/index.ts';
import { filtered, merge, noFilter, type WireFilter } from './wireView.ts';

/** The parts of the page. */
export const tabs = ['overview', 'tools', 'messages'] as const;
export type Tab = (typeof tabs)[number];

export class ServerState {
  readonly tab = signal<Tab>('overview');
  /** Nothing until the host has told. */
  readonly server = signal<ServerView | undefined>(undefined);
  readonly isGone = signal(false);
  /** The tool that is shown, and what is known of it. */
  readonly tool = signal<string | undefined>(undefined);
  readonly definition = signal<Extract<ServerHostMessage, { type: 'tool' }> | undefined>(undefined);
  readonly call = signal<{ readonly tool: string; readonly call: ManualCall } | undefined>(undefined);
  readonly rows = signal<readonly WireRow[]>([]);
  readonly status = signal<WireStatus>({ recording: false, lost: { messages: 0, characters: 0 }, first: 1 });
  readonly filter = signal<WireFilter>(noFilter);
  readonly selected = signal<number | undefined>(undefined);
  readonly shown = computed(() => filtered(this.rows.value, this.filter.value));
  private readonly post: (message: ServerPageMessage) => void;

  constructor(post: (message: ServerPageMessage) => void) {
    this.post = post;
  }

  start(): void {
    this.post({ type: 'ready' });
  }

  /** Shows a tool; undefined goes back to the list. */
  showTool(name: string | undefined): void {
    this.tool.value = name;
    this.definition.value = undefined;
    if (name !== undefined) this.post({ type: 'tool', name });
  }

  setFilter(change: Partial<WireFilter>): void {
    this.filter.value = { ...this.filter.value, ...change };
  }

  /** Shows a message whole; undefined closes it. */
  select(seq: number | undefined): void {
    this.selected.value = seq;
  }

  readonly handlers: Handlers<ServerHostMessage> = {
    server: ({ server }) => this.take(server),
    gone: () => (this.isGone.value = true),
    tool: (message) => {
      if (message.name === this.tool.value) this.definition.value = message;
    },
    call: (message) => (this.call.value = message),
    wire: ({ rows, status }) => {
      this.rows.value = merge(this.rows.value, rows, status);
      this.status.value = status;
    },
  };

  private take(server: ServerView): void {
    const wasUp = this.server.value?.state.kind === 'connected';
    this.server.value = server;
    this.isGone.value = false;
    const { value: name } = this.tool;
    if (name === undefined) return;
    if (!server.tools.some((tool) => tool.name === name)) this.showTool(undefined);
    // It may be defined otherwise now.
    else if (!wasUp && server.state.kind === 'connected') this.post({ type: 'tool', name });
  }
}

/** What parts of the page get. */
export interface PageProps {
  readonly state: ServerState;
  readonly post: (message: ServerPageMessage) => void;
}
