/** Computes what the chats show of the model, of servers and of their tools. */
import { isDeepStrictEqual } from 'node:util';
import { derived, type Observable } from '../../base/common/observable.ts';
import { plainLabel } from '../../base/common/text.ts';
import type { Conversation } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import { toolKey, type ChatStatus, type Offer } from '../../protocol/index.ts';
import { isSample } from '../servers/sampleEntry.ts';
import type { HostStatus } from './chatHost.ts';

const MAX_AWAY = 200;

/**
 * The model's part of a chat's status. `effort` is that of the settings, or undefined for a model of the editor, whose
 * effort is not known.
 */
export type ModelStatus = Pick<ChatStatus, 'model' | 'endpoint' | 'effort' | 'seesImages'>;

/** `loaded` holds undefined until the engine is there. */
export function engineStatus(
  conversation: Conversation,
  loaded: Observable<Engine | undefined>,
  model: Observable<ModelStatus>,
  isTrusted: Observable<boolean>,
): Observable<HostStatus> {
  const known = derived((read) => read(model), isDeepStrictEqual);
  return derived((read) => {
    const engine = read(loaded);
    const { effort, ...status } = read(known);
    const { effort: chosen } = read(conversation.state);
    const shown = effort === undefined ? {} : { effort: chosen ?? effort };
    const isUntrusted = read(isTrusted) ? undefined : true;
    return { ...status, ...shown, isUntrusted, servers: engine && read(serversStatus(engine, conversation)) };
  }, isDeepStrictEqual);
}

function serversStatus(engine: Engine, conversation: Conversation): Observable<ChatStatus['servers']> {
  const { manager, toolSets, tools, views, costs } = engine;
  return derived((read) => {
    const servers = read(manager.state);
    // The calls below compute their results from these sources.
    for (const source of [conversation.state, tools.enabled, toolSets.state, costs.state])
      read<unknown>(source);
    const sentTools = views.sentTools(conversation);
    const toolSet = toolSets.of(conversation);
    const away = toolSet && plainLabel(engine.awayIn(toolSet).join(', '), MAX_AWAY);
    return {
      connected: servers.filter(({ state }) => state.kind === 'connected').length,
      total: servers.length + manager.invalid.length,
      tools: views.inSet(conversation).size,
      allTools: tools.switchable.length,
      ...(sentTools && {
        sent: {
          count: sentTools.count,
          ...(sentTools.savedTokens !== undefined && { savedTokens: sentTools.savedTokens }),
        },
      }),
      ...(toolSet && {
        toolSet: {
          name: toolSet.name,
          ...(!toolSet.members && { isMissing: true }),
          ...(away !== undefined && { away }),
        },
      }),
      sample: servers.some((server) => isSample(server) && server.state.kind === 'connected'),
    };
  });
}

/** Returns what servers and skills offer to the page. */
export function engineOffer(loaded: Observable<Engine | undefined>): Observable<Offer> {
  return derived((read): Offer => {
    const engine = read(loaded);
    if (!engine) return { prompts: [], skills: undefined, hasResources: false };
    for (const source of [engine.manager.state, engine.enablement.state, engine.skills?.state])
      if (source) read<unknown>(source);
    const tools = [...read(engine.tools.enabled).values()].map(({ source, name }) => toolKey(source, name));
    return { ...engine.promptExpansion.offer, tools };
  }, isDeepStrictEqual);
}
