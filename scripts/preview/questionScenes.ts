/** Questions of servers, for the preview: a form with every kind of field, pages to open, and what remains of them. */
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
      { name: 'name', message: 'This is required.' },
      { name: 'email', message: 'Write an email address, such as name@example.com.' },
      { name: 'instruments', message: 'Choose at most 3.' },
    ]),
  ),
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
