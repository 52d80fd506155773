/** Represents one server under its name: views and tools hold it while connections come and go. */
import type { CallToolResult, GetPromptResult, ReadResourceResult, Tool } from '@modelcontextprotocol/client';
import { isOpen, refusalOf } from '../startPolicy/startPolicy.ts';
import { complete, getPrompt, readResource, type Completing } from '../calls/browsing.ts';
import type { ServerContext } from '../connection/context.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { explainServerFailure } from '../failures/explain.ts';
import { Lifecycle } from './lifecycle.ts';
import { boundedLog } from './logLimit.ts';
import { OutputChecks } from '../catalog/schemaCheck.ts';
import type { ServerLog } from '../common/ports.ts';
import type { SavedServer } from '../catalog/savedServer.ts';
import type { CallHost } from '../calls/query.ts';
import { signOut, type SignOut } from '../oauth/signOut.ts';
import type { ServerState, StateChange } from './state.ts';
import { callTool } from '../calls/toolCall.ts';
import type { CallOptions } from '../runningCalls/runningCalls.ts';
import { ValueRedactor } from '../definition/valueRedactor.ts';
import { WireRecorder } from '../wire/recorder.ts';
import { type Disposable } from '../../base/common/event.ts';

export class Server {
  readonly name: string;
  readonly log: ServerLog;
  readonly wire: WireRecorder;
  private readonly context: ServerContext;
  private readonly redactor = new ValueRedactor();
  private readonly outputs: OutputChecks;
  private readonly lifecycle: Lifecycle;

  constructor(definition: ServerDefinition, context: ServerContext) {
    this.name = definition.name;
    this.context = context;
    this.log = this.redactor.log(boundedLog(context.openLog(definition.name), context.clock));
    this.outputs = new OutputChecks(this.log);
    const redact = (text: string): string => this.redactor.text(text);
    this.wire = new WireRecorder(context.clock, redact, context.recordsMessages?.() ?? false);
    this.lifecycle = new Lifecycle(definition, context, this.redactor, this.log, this.wire);
  }

  get definition(): ServerDefinition {
    return this.lifecycle.definition;
  }

  redact(text: string): string {
    return this.redactor.text(text);
  }

  get state(): ServerState {
    return this.lifecycle.state;
  }

  get past(): readonly StateChange[] {
    return this.lifecycle.past.changes;
  }

  get pid(): number | undefined {
    return this.lifecycle.connected?.connection.pid;
  }

  get signedIn(): boolean {
    return this.lifecycle.connected?.connection.signedIn() ?? false;
  }

  /** The account that it is signed in to, if its tokens name one. */
  get account(): string | undefined {
    return this.lifecycle.connected?.connection.account();
  }

  get remembered(): SavedServer | undefined {
    return this.lifecycle.remembered;
  }

  /** Does nothing if connected or connecting. Resolves at the end of the attempt; the state has its outcome. */
  connect(): Promise<void> {
    return this.lifecycle.connect();
  }

  recheck(changed: 'policy' | 'confirmed'): void {
    const { state, definition } = this;
    const refusal = refusalOf(definition, this.context);
    if (state.kind === 'error') {
      const { reason, message } = state.failure;
      const wasRefused = ['policy', 'unconfirmed', 'denied'].includes(reason);
      // A refusal for a variable's value is not known here: only an attempt shows it again.
      if (wasRefused && refusal?.message !== message.english) void this.connect();
      else if (state.retry && refusal) void this.reconnect();
    } else if (state.kind !== 'disconnected' && (refusal || (changed === 'policy' && isOpen(definition))))
      void this.reconnect();
  }

  /** Skips the backoff. It is called when the server is likely to be needed. */
  hurry(): void {
    this.lifecycle.hurry();
  }

  /** Ends the connection, or cancels an attempt. Resolves when the process is gone. */
  disconnect(): Promise<void> {
    return this.lifecycle.disconnect();
  }

  reconnect(): Promise<void> {
    void this.disconnect();
    return this.connect();
  }

  /** Disconnects, revokes the tokens if possible, and forgets them. @throws VariableError */
  async signOut(): Promise<SignOut> {
    const { authorization, policy } = this.context;
    await this.disconnect();
    const { launch } = await this.lifecycle.expand(this.definition, new AbortController().signal);
    if (!authorization || launch.kind === 'stdio') return { kind: 'nothing' };
    const outcome = await signOut(authorization, { serverUrl: launch.url, policy }, this.name);
    this.log.append('info', 'patchbay', `Signed out (${outcome.kind}).`);
    return outcome;
  }

  /** Replaces the definition. A connection that is up keeps the old one until `reconnect`. */
  redefine(definition: ServerDefinition): void {
    this.lifecycle.definition = definition;
    this.context.onChange(this.name);
  }

  settled(): Promise<void> {
    return this.lifecycle.settled();
  }

  /** Calls a tool. Starts a server in error, but not one that was disconnected. @throws CallFailure */
  async callTool(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<CallToolResult> {
    return this.outputs.check(tool, await callTool(this.callHost(), tool, args, options));
  }

  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<GetPromptResult> {
    return getPrompt(this.callHost(), name, args, signal);
  }

  /** Reads a resource of up to 10 MB, and starts the server like `callTool`. @throws CallFailure */
  readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
    return readResource(this.callHost(), uri, signal);
  }

  complete(completing: Completing, signal: AbortSignal): Promise<readonly string[]> {
    return complete(this.callHost(), completing, signal);
  }

  /**
   * Calls `listener` when the resource changes. The subscription outlives connections; a new connection counts as a
   * change.
   */
  subscribe(uri: string, listener: () => void): Disposable {
    return this.lifecycle.subscriptions.add(uri, listener);
  }

  private callHost(): CallHost {
    const { definition, lifecycle } = this;
    return {
      name: this.name,
      definition,
      clock: this.context.clock,
      redact: (text) => this.redactor.text(text),
      acquire: (signal) => lifecycle.acquire(signal),
      signedOut: (live, error) => {
        // The connection stays if there are tokens, because other requests may still work with them.
        if (!live.connection.signedIn()) lifecycle.lost(live, error);
      },
      renew: (live, error) =>
        lifecycle.renew(live, explainServerFailure(error, this.definition, live.connection.trace())),
    };
  }
}
