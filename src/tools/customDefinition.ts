import { t } from '@vscode/l10n';
import { z } from 'zod';
import { plainText } from '../base/common/text.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 60 * 60_000;
const MAX_DESCRIPTION = 8_000;
const MAX_TITLE = 120;

/** Texts by key, because the schema is made before the language is known. */
const faults = {
  notText: (name: string) => t('The export "{0}" is not a string.', name),
  empty: (name: string) => t('The export "{0}" is empty.', name),
  missing: (name: string) => t('The export "{0}" is missing.', name),
  characters: (name: string) =>
    t('The export "{0}" must consist of 1 to 64 of the characters a–z, A–Z, 0–9, _ and -.', name),
  serverPrefix: (name: string) =>
    t('The export "{0}" begins with "mcp__" or "ext__", as the tools of servers and extensions do.', name),
  notSchema: (name: string) => t('The export "{0}" is not a JSON schema.', name),
  notObject: (name: string) =>
    t('The export "{0}" is not a schema of an object: its "type" must be "object".', name),
  notNumber: (name: string) => t('The export "{0}" is not a number.', name),
  notPositive: (name: string) => t('The export "{0}" must be greater than 0.', name),
  tooLong: (name: string) => t('The export "{0}" must not be greater than {1}.', name, MAX_TIMEOUT_MS),
  notFunction: (name: string) => t('The export "{0}" is not a function.', name),
};

function fault(name: keyof typeof faults): string {
  return name;
}

const plain = (max: number) =>
  z.string(fault('notText')).transform((text, context) => {
    const shown = plainText(text, max);
    if (shown === undefined) context.addIssue(fault('empty'));
    return shown ?? '';
  });

const schema = z.object({
  name: z
    .string(fault('missing'))
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, fault('characters'))
    .refine((name) => !/^(?:mcp|ext)__/i.test(name), fault('serverPrefix')),
  title: plain(MAX_TITLE).optional(),
  description: plain(MAX_DESCRIPTION),
  inputSchema: z
    .record(z.string(), z.unknown(), fault('notSchema'))
    .refine(({ type }) => type === 'object', fault('notObject'))
    .default({ type: 'object' }),
  timeoutMs: z
    .number(fault('notNumber'))
    .positive(fault('notPositive'))
    .max(MAX_TIMEOUT_MS, fault('tooLong'))
    .default(DEFAULT_TIMEOUT_MS),
  run: z.literal('function', fault('notFunction')),
});

export type CustomDefinition = Omit<z.infer<typeof schema>, 'run'>;

/** Validates a file's exports. @throws Error with a sentence about the first wrong export */
export function definitionOf(found: unknown): CustomDefinition {
  const parsed = schema.safeParse(found);
  if (parsed.success) {
    const { run: _, ...definition } = parsed.data;
    return definition;
  }
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? 'name');
  const which = issue?.message ?? '';
  const say = Object.hasOwn(faults, which) ? faults[which as keyof typeof faults] : undefined;
  throw new Error(say?.(name) ?? t('The export "{0}" is not valid.', name));
}
