/** The page that shows what a model gets (features.md, E7). Texts of the request are redacted. */
import * as v from 'valibot';
import { integer, type MessageOf } from './pageMessage.ts';

/** In the order of the picture. `other` takes no room: the request's fields. */
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

/** `search`: the list of servers whose tools are searched. `added`: what Patchbay adds for the endpoint or the model. */
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
  /** Of the file, the server, the skill or the tool. */
  readonly name?: string | undefined;
  readonly server?: string | undefined;
  readonly start: string;
  /** Its place in the body; empty: the fields. */
  readonly path: string;
  /** About. Those of all parts are the request's. */
  readonly tokens: number;
  readonly characters: number;
  /** Since the step before; absent: that is not known. */
  readonly change?: 'new' | 'changed' | 'same' | undefined;
  /** The model gets less than there is. */
  readonly isShortened?: true | undefined;
  /** Where the endpoint says that it had the beginning of the request in its cache. */
  readonly cached?: 'whole' | 'partly' | 'no' | undefined;
}

/** What the model did not get, or not whole. `tokens` are those of the whole. */
export type LeftOut =
  | {
      readonly kind: 'cutResult' | 'removedResult';
      readonly tool: string;
      readonly tokens: number;
      readonly sent: number;
    }
  | { readonly kind: 'summarized'; readonly messages: number; readonly tokens: number }
  | { readonly kind: 'refusedTool'; readonly name: string; readonly why: string }
  | { readonly kind: 'searchedTools'; readonly tools: number; readonly tokens: number }
  | { readonly kind: 'instructions'; readonly name: string; readonly why: string }
  | { readonly kind: 'serverInstructions' | 'attachment' | 'field'; readonly name: string }
  | { readonly kind: 'servers' | 'skills' | 'images' };

export interface RequestOutline {
  readonly id: number;
  readonly format: 'chat' | 'responses' | 'editor';
  readonly characters: number;
  /** As the endpoint counted them, or else about. */
  readonly tokens: number;
  readonly isCounted: boolean;
  /** In tokens. */
  readonly window: number;
  /** As the endpoint reported them; absent: it reported none. */
  readonly cachedTokens?: number | undefined;
  readonly storedTokens?: number | undefined;
  readonly parts: readonly RequestPart[];
  /** What the step before had, and this one has not. Absent: that step is not known. */
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
  /** `part`: its place in the list. */
  text: v.object({ id: integer, part: integer }),
  openPart: v.object({ id: integer, part: integer }),
  openText: v.object({ id: integer }),
  copy: v.object({ id: integer }),
};
export type RequestPageMessage = MessageOf<typeof requestPageMessages>;

export type RequestHostMessage =
  /** `older`: how many steps are no longer held. */
  | {
      readonly type: 'steps';
      /** Its title; absent: it has none yet. */
      readonly conversation?: string;
      readonly rows: readonly RequestRow[];
      readonly older: number;
      /** What the user wants to see; absent: what is shown stays. */
      readonly show?: RequestChoice;
    }
  | { readonly type: 'request'; readonly outline: RequestOutline }
  /** `more`: characters that are left out here. */
  | {
      readonly type: 'text';
      readonly id: number;
      readonly part: number;
      readonly text: string;
      readonly isJson: boolean;
      readonly more: number;
    };

/** A step by its id, the newest one and those after it, or one of which nothing is known any more. */
export type RequestChoice = number | 'newest' | 'forgotten';
