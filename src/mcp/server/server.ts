/**
 * One server under its name: the long-lived thing that views and tools hold on to while connections come
 * and go, with everything that can be asked of it.
 */
import type { CallToolResult, GetPromptResult, ReadResourceResult, Tool } from '@modelcontextprotocol/client';
import { isOpen, refusalOf } from '../startPolicy/startPolicy.ts';
import { complete, getPrompt, readResource, type Completing } from '../calls/browsing.ts';
import type { ServerContext } from '../connection/context.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { explainFailure } from '../failures/explain.ts';
import { expandFor } from '../connection/start.ts';
import { Lifecycle } from './lifecycle.ts';
import { boundedLog } from './logLimit.ts';
import { OutputChecks } from '../catalog/outputCheck.ts';
import type { ServerLog } from '../common/ports.ts';
import type { SavedServer } from '../catalog/savedServer.ts';
import type { CallHost } from '../calls/query.ts';
import { signOut, type SignOut } from '../oauth/signOut.ts';
import type { ServerState } from './state.ts';
import { callTool, type CallOptions } from '../calls/toolCall.ts';
import { ValueMask } from '../definition/valueMask.ts';
import type { StateChange } from './state.ts';
import { WireRecorder } from '../wire/recorder.ts';
import { type Disposable } from '../../base/common/event.ts';

export class Server {
  readonly name: string;
  readonly log: ServerLog;
  /** What it and Patchbay say to each other, once somebody wants to know. */
  readonly wire: WireRecorder;
  private readonly context: ServerContext;
  private readonly mask = new ValueMask();
  private readonly outputs: OutputChecks;
  private readonly lifecycle: Lifecycle;

  constructor(definition: ServerDefinition, context: ServerContext) {
    this.name = definition.name;
    this.context = context;
    this.log = this.mask.log(boundedLog(context.openLog(definition.name), context.clock));
    this.outputs = new OutputChecks(this.log);
    const mask = (text: string): string => this.mask.text(text);
    this.wire = new WireRecorder(context.clock, mask, context.recordsMessages?.() ?? false);
    this.lifecycle = new Lifecycle(definition, context, this.mask, this.log, this.wire);
  }

  get definition(): ServerDefinition {
    return this.lifecycle.definition;
  }

  /** `text` with the names of this server's variables in place of their values. */
  masked(text: string): string {
    return this.mask.text(text);
  }

  get state(): ServerState {
    return this.lifecycle.state;
  }

  /** The states it has been in, oldest first; what happened long ago is forgotten. */
  get past(): readonly StateChange[] {
    return this.lifecycle.past.changes;
  }

  /** The process of a connected local server. */
  get pid(): number | undefined {
    return this.lifecycle.connected?.connection.pid;
  }

  /** Whether it is connected with the tokens of a sign-in. */
  get signedIn(): boolean {
    return this.lifecycle.connected?.connection.signedIn() ?? false;
  }

  /** What was learnt of this server, as it is defined now, in an earlier connection. */
  get remembered(): SavedServer | undefined {
    return this.lifecycle.remembered;
  }

  /** Connects unless it is connected or connecting. Resolves when that has ended; the state tells how. */
  connect(): Promise<void> {
    return this.lifecycle.connect();
  }

  /** Ends or starts the server where what may run is another thing now. */
  recheck(changed: 'policy' | 'confirmed'): void {
    const { state, definition } = this;
    const refusal = refusalOf(definition, this.context);
    if (state.kind === 'error') {
      const { reason, message } = state.failure;
      const wasRefused = reason === 'policy' || reason === 'unconfirmed';
      // What was refused for the value of a variable has no refusal here: only a launch shows that again.
      if (wasRefused && refusal?.message !== message.english) void this.connect();
      else if (state.retry && refusal) void this.reconnect();
    } else if (state.kind !== 'disconnected' && (refusal || (changed === 'policy' && isOpen(definition))))
      void this.reconnect();
  }

  /** Starts a server that waits for its next attempt at once. To be called when it is likely to be needed. */
  hurry(): void {
    this.lifecycle.hurry();
  }

  /** Disconnects, also in the middle of a launch. Resolves when the process is gone. The definition stays. */
  disconnect(): Promise<void> {
    return this.lifecycle.disconnect();
  }

  /** Takes the connection down and up again. The new launch waits until the old process is gone. */
  reconnect(): Promise<void> {
    void this.disconnect();
    return this.connect();
  }

  /**
   * Disconnects, revokes the tokens of a sign-in where that can be done, and forgets them.
   * @throws VariableError when a variable of its definition has no value.
   */
  async signOut(): Promise<SignOut> {
    const { authorization, policy } = this.context;
    await this.disconnect();
    const { launch } = await expandFor(
      this.definition,
      this.context,
      this.mask,
      new AbortController().signal,
    );
    if (!authorization || launch.kind === 'stdio') return { kind: 'nothing' };
    const outcome = await signOut(authorization, { serverUrl: launch.url, policy });
    this.log.append('info', 'patchbay', `Signed out (${outcome.kind}).`);
    return outcome;
  }

  /** Replaces the definition. What runs by the old one is left to `reconnect`. */
  redefine(definition: ServerDefinition): void {
    this.lifecycle.definition = definition;
    this.context.onChange(this.name);
  }

  /** Resolves when no launch of this server is under way. */
  settled(): Promise<void> {
    return this.lifecycle.settled();
  }

  /**
   * Calls a tool of the catalog, once a launch under way has ended. A server that is in error is started for
   * it; one that was disconnected is not.
   * @throws CallFailure for every way in which there is no result.
   */
  async callTool(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<CallToolResult> {
    return this.outputs.check(tool, await callTool(this.callHost(), tool, args, options));
  }

  /** Gets the messages of a prompt, under the rules of `callTool`. @throws CallFailure */
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<GetPromptResult> {
    return getPrompt(this.callHost(), name, args, signal);
  }

  /** Reads a resource of up to 10 MB, under the rules of `callTool`. @throws CallFailure */
  readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
    return readResource(this.callHost(), uri, signal);
  }

  /** Suggests values for an argument; none if the server does not. @throws CallFailure */
  complete(completing: Completing, signal: AbortSignal): Promise<readonly string[]> {
    return complete(this.callHost(), completing, signal);
  }

  /**
   * Calls `listener` when the resource has changed, as far as the server tells: over all connections, and after
   * one was lost.
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
      mask: (text) => this.mask.text(text),
      acquire: (signal) => lifecycle.acquire(signal),
      signedOut: (live, error) => {
        // Without tokens nothing works; with them, what needs no more than they allow still does.
        if (!live.connection.signedIn()) lifecycle.lost(live, error);
      },
      renew: (live, error) =>
        lifecycle.renew(live, explainFailure(error, this.definition, live.connection.trace())),
    };
  }
}
