/** What a custom tool's file has to export, and whether it does. */
import { z } from 'zod';
import { plainText } from '../mcp/index.ts';

/** The time limit of a call in ms, if the file exports none, and the most it can export. */
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 60 * 60_000;
const MAX_DESCRIPTION = 8_000;
const MAX_TITLE = 120;

const plain = (max: number) =>
  z.string('is not a text').transform((text, context) => {
    const shown = plainText(text, max);
    if (shown === undefined) context.addIssue('is empty');
    return shown ?? '';
  });

const schema = z.object({
  name: z
    .string('is missing')
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'has to be 1 to 64 of the characters a–z, A–Z, 0–9, _ and -')
    .refine(
      (name) => !name.toLowerCase().startsWith('mcp__'),
      'begins with "mcp__", as the tools of servers do',
    ),
  title: plain(MAX_TITLE).optional(),
  description: plain(MAX_DESCRIPTION),
  inputSchema: z
    .record(z.string(), z.unknown(), 'is not a JSON schema')
    .refine(({ type }) => type === 'object', 'is not a schema of an object: its "type" has to be "object"')
    .default({ type: 'object' }),
  timeoutMs: z
    .number('is not a number')
    .positive('is not above 0')
    .max(MAX_TIMEOUT_MS, `is above ${MAX_TIMEOUT_MS}, the most there is`)
    .default(DEFAULT_TIMEOUT_MS),
  run: z.literal('function', 'is not a function'),
});

/** What a tool's file says of the tool. */
export type CustomDefinition = Omit<z.infer<typeof schema>, 'run'>;

/**
 * Judges what the runner found in a file.
 * @throws Error with a sentence about the first export that is wrong.
 */
export function definitionOf(found: unknown): CustomDefinition {
  const parsed = schema.safeParse(found);
  if (parsed.success) {
    const { run: _, ...definition } = parsed.data;
    return definition;
  }
  const [issue] = parsed.error.issues;
  throw new Error(`The export "${String(issue?.path[0] ?? 'name')}" ${issue?.message ?? 'is wrong'}.`);
}
