import { LocalizedMessage, msg } from '../../base/common/message.ts';
import { abilitiesOf, type Abilities } from '../common/abilities.ts';
import { isRecord } from '../../base/common/guards.ts';

export interface Profile extends Abilities {
  readonly name: string;
  readonly baseURL: string;
  readonly model?: string;
  /** Names in lower case; values may hold `${env:…}` and `${secret:…}`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly toolCalling: boolean;
}

export type ProfileEntry =
  | { readonly kind: 'profile'; readonly name: string; readonly profile: Profile }
  | { readonly kind: 'broken'; readonly name: string; readonly why: LocalizedMessage };

export function parseProfiles(value: unknown): ProfileEntry[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).map(([name, entry]) => {
    const profile = profileOf(name, entry);
    return profile instanceof LocalizedMessage
      ? { kind: 'broken', name, why: profile }
      : { kind: 'profile', name, profile };
  });
}

function profileOf(name: string, entry: unknown): Profile | LocalizedMessage {
  if (!isRecord(entry)) return msg('The profile is not an object. Correct it in the settings.');
  const { baseUrl, model, headers = {}, toolCalling, price } = entry;
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '')
    return msg('The profile has no "baseUrl". Add it in the settings.');
  if (!isRecord(headers) || !Object.values(headers).every((header) => typeof header === 'string'))
    return msg('The "headers" of the profile are not texts by name. Correct them in the settings.');
  const lowered = Object.entries(headers).map(([header, text]) => [header.toLowerCase(), String(text)]);
  const named = (typeof model === 'string' && model.trim()) || undefined;
  return {
    name,
    baseURL: baseUrl.trim(),
    ...(named !== undefined && { model: named }),
    headers: Object.fromEntries(lowered),
    toolCalling: toolCalling !== false,
    ...abilitiesOf(entry),
    // Another model of the endpoint has another price.
    ...(isRecord(price) && { price: { ...price, model: named } }),
  };
}
