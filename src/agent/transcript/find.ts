import { locale } from '../../base/common/locale.ts';
import { onScreen } from '../../base/common/terminalText.ts';
import type { CallView, ContentPart, FoundPlace, Item, Question } from '../../protocol/index.ts';
import { reachedText } from '../../protocol/index.ts';

/** Most characters of a query, which comes from a page. */
const MAX_QUERY = 1_000;

/**
 * Returns the items that contain a text, in upper or lower case. `unfold` names what has to be opened to see the text,
 * if it is folded away.
 */
export function findPlaces(items: readonly Item[], query: string): readonly FoundPlace[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '' || wanted.length > MAX_QUERY) return [];
  const contains = (text: string | undefined): boolean => text?.toLowerCase().includes(wanted) === true;
  return items.flatMap((item): FoundPlace[] => {
    const { id } = item;
    const { open, folded } = textsOf(item);
    if (open.some(contains)) return [{ id }];
    const unfold = Object.entries(folded).find(([, texts]) => texts.some(contains))?.[0];
    return unfold === undefined ? [] : [{ id, unfold }];
  });
}

type Texts = readonly (string | undefined)[];

/** Returns the texts of an item: those in sight, and those that are folded away, by the id of what is folded. */
function textsOf(item: Item): { open: Texts; folded: Readonly<Record<string, Texts>> } {
  const { id } = item;
  switch (item.kind) {
    case 'user': {
      const said = item.prompt?.messages.flatMap(({ content }) => content.map(partText));
      // The text counts as folded, because a long message is.
      return {
        open: (item.attachments ?? []).map(({ name }) => name),
        folded: { [id]: [item.text], [`${id} prompt`]: said ?? [] },
      };
    }
    case 'assistant':
      return {
        open: [item.text, withoutMarks(item.text)],
        folded: { [`${id} reasoning`]: [item.reasoning, withoutMarks(item.reasoning)] },
      };
    case 'call':
      return { open: callTexts(item.call), folded: { [id]: bodyTexts(item.call) } };
    case 'question':
      return { open: questionTexts(item.question), folded: {} };
    case 'summary':
      return {
        open: [],
        folded: { [`${id} summary`]: item.state.status === 'done' ? [item.state.text] : [] },
      };
    case 'instructions':
      return { open: item.files.map(({ name }) => name), folded: {} };
    case 'changes':
    case 'shortened':
      return { open: [], folded: {} };
    case 'pause':
      return { open: [reachedText(item.reached, locale())], folded: {} };
    case 'notice':
      return { open: [item.text], folded: { [`${id} detail`]: [item.detail] } };
  }
}

/**
 * Returns a text roughly as it is displayed, so that "a **bold** word" is found as "a bold word". The text as written
 * is searched as well.
 */
function withoutMarks(markdown: string | undefined): string | undefined {
  return markdown
    ?.replaceAll(/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])|[*`~]+|\b_{1,3}|_{1,3}\b/g, '$1');
}

function callTexts({ title, toolName, source }: CallView): Texts {
  const of =
    source.kind === 'mcp' ? source.server : source.kind === 'extension' ? source.extension : undefined;
  return [title, toolName, of];
}

function bodyTexts({ argsText, result = [], wireName, output }: CallView): Texts {
  return [argsText, wireName, output && onScreen(output).text, ...result.map(partText)];
}

function questionTexts(question: Question): Texts {
  const fields = question.kind === 'form' ? question.fields.map(({ title }) => title) : [];
  return [question.server, question.message, ...fields];
}

function partText(part: ContentPart): string | undefined {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'json':
      return JSON.stringify(part.value, null, 2);
    case 'resource':
      return `${part.uri}\n${part.text ?? ''}`;
    case 'link':
      return `${part.title ?? part.name}\n${part.uri}\n${part.description ?? ''}`;
    case 'image':
    case 'audio':
      return undefined;
  }
}
