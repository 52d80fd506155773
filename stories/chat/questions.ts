/** Questions of servers: forms, pages to open, and their outcomes. */
import { questionOf } from '../../src/mcp/index.ts';
import type { FieldProblem, Item, Question, QuestionState } from '../../src/protocol/index.ts';

/** Every kind of field that the protocol knows, in the words of server-everything. */
const requestedSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'String', description: 'Your full, legal name' },
    check: { type: 'boolean', title: 'Boolean', description: 'Agree to the terms and conditions' },
    firstLine: {
      type: 'string',
      title: 'String with default',
      description: 'Favorite first line of a story',
      default: 'It was a dark and stormy night.',
    },
    email: { type: 'string', title: 'String with email format', format: 'email' },
    homepage: { type: 'string', title: 'String with uri format', format: 'uri' },
    birthdate: { type: 'string', title: 'String with date format', format: 'date' },
    integer: { type: 'integer', title: 'Integer', minimum: 1, maximum: 100, default: 42 },
    friend: { type: 'string', title: 'Single choice', enum: ['Monica', 'Rachel', 'Joey'], default: 'Monica' },
    instruments: {
      type: 'array',
      title: 'Multiple choice',
      description: 'Choose your favorite instruments',
      minItems: 1,
      maxItems: 3,
      items: { type: 'string', enum: ['Guitar', 'Piano', 'Violin', 'Drums', 'Bass'] },
      default: ['Guitar'],
    },
    apiKey: { type: 'string', title: 'API key' },
  },
  required: ['name', 'friend', 'instruments'],
};

function asked(params: unknown, server = 'everything'): Question {
  const verdict = questionOf(server, params);
  if (!verdict.ok) throw new Error(verdict.why);
  return verdict.question;
}

const long = asked({ message: 'Please provide inputs for the following fields:', requestedSchema });
const short = asked(
  {
    message: 'Which branch shall the release be made from?\nNothing is pushed before you confirm.',
    requestedSchema: {
      type: 'object',
      properties: {
        branch: { type: 'string', title: 'Branch', default: 'main' },
        dry: { type: 'boolean', title: 'Dry run' },
      },
      required: ['branch'],
    },
  },
  'release-helper.with-a-rather-long-name.example',
);
const page = asked({
  mode: 'url',
  message: 'Sign in to read your calendar.',
  url: 'https://accounts.example.com/oauth/authorize?client_id=calendar&redirect_uri=https%3A%2F%2Fmcp.example.com%2Fcallback&scope=read',
});
const plainPage = asked({ mode: 'url', message: 'Confirm the payment.', url: 'http://pay.example/confirm' });

function item(id: string, question: Question, state: QuestionState): Item {
  return { kind: 'question', id, question, state };
}

const open = (problems: readonly FieldProblem[] = []): QuestionState => ({ status: 'open', problems });

/** A long form that was refused. */
export const formItems: readonly Item[] = [
  item(
    'q1',
    long,
    open([
      { name: 'name', message: 'A value is required.' },
      { name: 'email', message: 'Enter an email address, such as name@example.com.' },
      { name: 'instruments', message: 'Choose at most 3.' },
    ]),
  ),
];

/** The fields that the long form does not have. */
const others = asked({
  message: 'What else is there to know?',
  requestedSchema: {
    type: 'object',
    properties: {
      code: { type: 'string', title: 'Short code', minLength: 2, maxLength: 8 },
      text: { type: 'string', title: 'Text of some length', minLength: 20 },
      when: { type: 'string', title: 'Date and time', format: 'date-time' },
      share: { type: 'number', title: 'Share', minimum: 0 },
      count: { type: 'integer', title: 'Count', maximum: 9 },
      token: { type: 'string', title: 'Access token' },
      region: { type: 'string', title: 'Region', enum: ['EU', 'US'] },
      size: {
        type: 'string',
        title: 'Size',
        description: 'How big it is',
        oneOf: [
          { const: 's', title: 'Small, for one person' },
          { const: 'l', title: 'Large, for everybody in the house and their guests' },
        ],
      },
      agree: {
        type: 'boolean',
        title: 'Agree',
        description: 'To all of the terms and conditions',
        default: true,
      },
      days: {
        type: 'array',
        title: 'Days',
        items: {
          type: 'string',
          enum: Array.from({ length: 31 }, (_, day) => `The ${day + 1}. of the month`),
        },
      },
    },
    required: ['region', 'share'],
  },
});

/** The remaining fields with problems, and a page. */
export const kindsOfFields: readonly Item[] = [
  item(
    'k1',
    others,
    open([
      { name: 'share', message: 'Write a number.' },
      { name: 'when', message: 'Write a date and a time.' },
      { name: 'region', message: 'Choose one of the options.' },
    ]),
  ),
  item('k2', short, open([{ name: 'branch', message: 'A value is required.' }])),
];

/** Outcomes of forms and pages. */
export const outcomes: readonly Item[] = [
  item('o1', short, { status: 'accepted', given: [{ label: 'Branch', text: 'main' }] }),
  item('o2', short, { status: 'declined' }),
  item('o3', short, { status: 'cancelled' }),
  item('o4', short, { status: 'withdrawn' }),
  item('o5', page, { status: 'accepted', given: [] }),
  item('o6', page, { status: 'finished' }),
  item('o7', page, { status: 'cancelled' }),
];

/** Several questions at once, open and closed. */
export const questionItems: readonly Item[] = [
  item('q1', long, {
    status: 'accepted',
    given: [
      { label: 'String', text: 'Ada Lovelace' },
      { label: 'Multiple choice', text: 'Guitar, Bass' },
    ],
  }),
  item('q2', short, { status: 'declined' }),
  item('q3', page, { status: 'accepted', given: [] }),
  item('q4', page, { status: 'withdrawn' }),
  item('q5', short, open()),
  item('q6', page, open()),
  item('q7', plainPage, open()),
  item('q8', page, { status: 'opened' }),
];
