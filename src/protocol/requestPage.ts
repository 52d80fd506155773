/** Types of the page that shows a model request (features.md, E7). Texts of the request are redacted. */
import * as v from 'valibot';
import { integer, type MessageOf } from './pageMessage.ts';

/** Groups in the order of the picture. `other` has the request's fields and takes no space in it. */
export const requestGroups = [
  'system',
  'instructions',
  'skills',
  'tools',
  'messages',
  'attachments',
  'results',
  'other',
] as const;
export type RequestGroup = (typeof requestGroups)[number];

/**
 * `search` is the list of servers whose tools are found by search. `added` is text that Patchbay adds for the endpoint
 * or the model.
 */
export type RequestPartKind =
  | 'fields'
  | 'base'
  | 'search'
  | 'server'
  | 'instructions'
  | 'skills'
  | 'skill'
  | 'tool'
  | 'user'
  | 'summary'
  | 'assistant'
  | 'reasoning'
  | 'call'
  | 'attachment'
  | 'result'
  | 'image'
  | 'images'
  | 'added';

export interface RequestPart {
  readonly kind: RequestPartKind;
  readonly group: RequestGroup;
  /** Name of the file, the server, the skill or the tool. */
  readonly name?: string | undefined;
  readonly server?: string | undefined;
  readonly start: string;
  /** Place of the part in the body; empty for the fields of the request. */
  readonly path: string;
  /** Estimated tokens, which add up to the request's tokens over all parts. */
  readonly tokens: number;
  readonly characters: number;
  /** Difference from the step before; absent if that step is not known. */
  readonly change?: 'new' | 'changed' | 'same' | undefined;
  /** The model gets less than the whole. */
  readonly isShortened?: true | undefined;
  /** Share of the part that the endpoint took from its cache, if it reports what it had cached. */
  readonly cached?: 'whole' | 'partly' | 'no' | undefined;
}

/** Origin of the size of a context window. */
export type WindowOrigin = 'user' | 'endpoint' | 'refusal' | 'assumed';

/** Reason for which tools are found by search instead of being sent. */
export type SearchReason =
  /**
   * All tools take more than `most` tokens, which are `percent` of the window, or the least that tools may take. Tokens
   * are as the model counts them, `ratio` for one of the estimate.
   */
  | {
      readonly kind: 'budget';
      readonly most: number;
      readonly percent: number;
      readonly isLeast: boolean;
      readonly ratio: number;
      readonly window: number;
      readonly origin: WindowOrigin;
    }
  /** The endpoint takes `limit` tools at most. */
  | { readonly kind: 'number'; readonly limit: number }
  /** The settings allow no other tools. */
  | { readonly kind: 'always' }
  /** It was decided in an earlier turn, and the conversation keeps to it. */
  | { readonly kind: 'earlier' };

/** Content that the model did not get, or only in part. `tokens` counts the whole. */
export type LeftOut =
  | {
      readonly kind: 'cutResult' | 'removedResult';
      readonly tool: string;
      readonly tokens: number;
      readonly sent: number;
    }
  | { readonly kind: 'summarized'; readonly messages: number; readonly tokens: number }
  | { readonly kind: 'refusedTool'; readonly name: string; readonly why: string }
  | {
      readonly kind: 'searchedTools';
      readonly tools: number;
      readonly tokens: number;
      /** All tools with those that are sent. `tokens` are as the model counts them. */
      readonly all: { readonly tools: number; readonly tokens: number };
      readonly reason: SearchReason;
    }
  | { readonly kind: 'instructions'; readonly name: string; readonly why: string }
  | { readonly kind: 'serverInstructions' | 'attachment' | 'field' | 'image'; readonly name: string }
  | { readonly kind: 'servers' | 'skills' | 'images' };

export interface RequestOutline {
  readonly id: number;
  readonly format: 'chat' | 'responses' | 'editor';
  readonly characters: number;
  /** Tokens as the endpoint counted them, or else an estimate. */
  readonly tokens: number;
  readonly isCounted: boolean;
  /** Size of the context window in tokens. */
  readonly window: number;
  /** Tokens as the endpoint reported them; absent if it reported none. */
  readonly cachedTokens?: number | undefined;
  readonly storedTokens?: number | undefined;
  readonly parts: readonly RequestPart[];
  /** Parts of the step before that this one lacks; absent if that step is not known. */
  readonly gone?: readonly RequestPart[] | undefined;
  readonly leftOut: readonly LeftOut[];
}

/** A request to the model. `id` counts the steps of the conversation in this window. */
export interface RequestRow {
  readonly id: number;
  readonly turn: number;
  readonly step: number;
  readonly model: string;
  readonly at: number;
  readonly asked: string;
}

export const requestPageMessages = {
  ready: v.object({}),
  show: v.object({ id: integer }),
  /** `part` is the index in the list. */
  text: v.object({ id: integer, part: integer }),
  openPart: v.object({ id: integer, part: integer }),
  openText: v.object({ id: integer }),
  copy: v.object({ id: integer }),
};
export type RequestPageMessage = MessageOf<typeof requestPageMessages>;

export type RequestHostMessage =
  /** `older` is the number of steps that are no longer held. */
  | {
      readonly type: 'steps';
      /** Title of the conversation; absent if it has none yet. */
      readonly conversation?: string | undefined;
      readonly rows: readonly RequestRow[];
      readonly older: number;
      /** The step to show; absent if the page keeps its choice. */
      readonly show?: RequestChoice | undefined;
    }
  | { readonly type: 'request'; readonly outline: RequestOutline }
  /** `more` is the number of characters that are left out. */
  | {
      readonly type: 'text';
      readonly id: number;
      readonly part: number;
      readonly text: string;
      readonly isJson: boolean;
      readonly more: number;
    };

/** A step by its id, the newest one and those that follow, or one that is no longer held. */
export type RequestChoice = number | 'newest' | 'forgotten';
