import { t } from '@vscode/l10n';
import { locale } from '../../base/common/locale.ts';
import { truncate } from '../../base/common/text.ts';
import {
  type RequestOutline,
  type RequestPart,
  type RequestRow,
  leftOutWords,
  requestGroupLabel,
  requestPartLabel,
} from '../../protocol/index.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { outlineOf, type PartsOfStep } from './outline.ts';
import { requestParts } from './parts.ts';
import type { StepRequest, StepRequests } from './stepRequests.ts';

const MAX_START = 120;
const MAX_WHY = 600;
/** Image data with fewer characters of base64 is shown as it is. */
const LEAST_DATA = 200;
const imageData = /(data:image\/[a-z+.-]+;base64,)([A-Za-z0-9+/=]+)/g;

export class RequestViews {
  private readonly requests: StepRequests;
  private readonly redactValues: (text: string) => string;
  private last: PartsOfStep | undefined;
  readonly onDidChange: StepRequests['onDidChange'];

  constructor(requests: StepRequests, redact: (text: string) => string) {
    this.requests = requests;
    this.redactValues = redact;
    this.onDidChange = requests.onDidChange;
  }

  rows(conversation: Conversation): { readonly rows: readonly RequestRow[]; readonly older: number } {
    const rows = this.requests.of(conversation).map((step): RequestRow => {
      const { id, turn, step: ordinal, model, at } = step;
      return { id, turn, step: ordinal, model, at, asked: shortened(this.redacted(step, step.asked)) };
    });
    return { rows, older: this.requests.older(conversation) };
  }

  /** Describes a request for its page, or returns undefined if the request is not held. */
  outline(conversation: Conversation, id: number): RequestOutline | undefined {
    const steps = this.requests.of(conversation);
    const place = steps.findIndex((step) => step.id === id);
    const request = steps[place];
    if (!request) return undefined;
    const before = steps[place - 1];
    const outline = outlineOf(
      this.partsOf(request),
      before && { request: before, parts: requestParts(before) },
      conversation.messages,
    );
    const redact = (text: string): string => this.redacted(request, text);
    const view = (part: RequestPart): RequestPart => ({
      ...part,
      name: part.name === undefined ? undefined : shortened(redact(part.name)),
      start: shortened(redact(part.start)),
    });
    return {
      ...outline,
      parts: outline.parts.map(view),
      gone: outline.gone?.map(view),
      leftOut: outline.leftOut.map((each) => ({
        ...each,
        ...('name' in each && { name: shortened(redact(each.name)) }),
        ...('tool' in each && { tool: shortened(redact(each.tool)) }),
        ...('why' in each && { why: truncate(redact(each.why), MAX_WHY) }),
      })),
    };
  }

  /** Returns the text of a part by its place, or undefined if the request is not held. */
  part(
    conversation: Conversation,
    id: number,
    place: number,
  ): { readonly text: string; readonly isJson: boolean } | undefined {
    const request = this.requests.of(conversation).find((step) => step.id === id);
    const piece = request && this.partsOf(request).parts[place]?.piece;
    if (!piece) return undefined;
    const text = piece.isJson ? JSON.stringify(JSON.parse(piece.text), null, 2) : piece.text;
    return { text: this.redacted(request, withoutImages(text)), isJson: piece.isJson === true };
  }

  /** Returns the body as indented JSON without the data of images, or undefined if the request is not held. */
  json(conversation: Conversation, id: number): string | undefined {
    const request = this.requests.of(conversation).find((step) => step.id === id);
    if (!request) return undefined;
    const body = JSON.stringify(JSON.parse(request.sent.body()), null, 2);
    return this.redacted(request, withoutImages(body));
  }

  text(conversation: Conversation, id: number): string | undefined {
    const outline = this.outline(conversation, id);
    const row = this.requests.of(conversation).find((step) => step.id === id);
    if (!outline || !row) return undefined;
    const { step, model, at } = row;
    const time = new Date(at).toLocaleString(locale());
    const head = [t('Step {0}', step), model, time].join(' · ');
    return requestText(outline, head, (place) => this.part(conversation, id, place)?.text ?? '');
  }

  private partsOf(request: StepRequest): PartsOfStep {
    if (this.last?.request !== request) this.last = { request, parts: requestParts(request) };
    return this.last;
  }

  private redacted({ sent }: StepRequest, text: string): string {
    return sent.redact(this.redactValues(text));
  }
}

/**
 * Shortens a text that is redacted already. Before that, it could cut a secret value in half, which would then not be
 * found.
 */
function shortened(text: string): string {
  return truncate(text.replaceAll(/\s+/g, ' ').trim(), MAX_START);
}

function withoutImages(text: string): string {
  return text.replaceAll(imageData, (whole, head: string, data: string) =>
    data.length < LEAST_DATA ? whole : `${head}… (${data.length})`,
  );
}

/** Writes a request as text. `textOf` returns the text of a part by its place. */
function requestText(
  { tokens, isCounted, window, parts, leftOut }: RequestOutline,
  head: string,
  textOf: (place: number) => string,
): string {
  const count = (value: number): string => value.toLocaleString(locale());
  return [
    head,
    isCounted
      ? t('{0} of {1} tokens', count(tokens), count(window))
      : t('About {0} of {1} tokens', count(tokens), count(window)),
    ...(leftOut.length > 0 ? ['', `────── ${t('Omitted or truncated')}`] : []),
    ...leftOut.map((each) => {
      const { what, why } = leftOutWords(each, count);
      return `${what}: ${why}`;
    }),
    ...parts.flatMap((part, place) => {
      const about = [
        requestGroupLabel(part.group),
        requestPartLabel(part),
        t('{0} tokens', count(part.tokens)),
        ...(part.path === '' ? [] : [part.path]),
      ];
      return ['', `────── ${about.join(' · ')}`, textOf(place)];
    }),
    '',
  ].join('\n');
}
