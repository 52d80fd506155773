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

export const tabs = ['overview', 'tools', 'messages'] as const;
export type Tab = (typeof tabs)[number];

export class ServerState {
  readonly tab = signal<Tab>('overview');
  /** Undefined until the host's first message. */
  readonly server = signal<ServerView | undefined>(undefined);
  readonly isGone = signal(false);
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

  /** Undefined goes back to the list. */
  showTool(name: string | undefined): void {
    this.tool.value = name;
    this.definition.value = undefined;
    if (name !== undefined) this.post({ type: 'tool', name });
  }

  setFilter(change: Partial<WireFilter>): void {
    this.filter.value = { ...this.filter.value, ...change };
  }

  /** Undefined closes the details. */
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
    // After a reconnect the tool may be defined differently.
    else if (!wasUp && server.state.kind === 'connected') this.post({ type: 'tool', name });
  }
}

export interface PageProps {
  readonly state: ServerState;
  readonly post: (message: ServerPageMessage) => void;
}
