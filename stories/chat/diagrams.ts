/** Diagrams in answers. */
import { assistant, snapshot, user, type Story } from './story.ts';

const fenced = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\``;

const flow = fenced(`flowchart LR
  user([User]) -->|message| session[ChatSession]
  session --> loop{More calls?}
  loop -->|yes| tool[(Tool)]
  tool --> loop
  loop -->|no| answer[Answer]
  classDef quick stroke-dasharray: 4
  class tool quick`);
const sequence = fenced(`sequenceDiagram
  participant P as Page
  participant H as Host
  P->>H: send
  loop each step
    H-->>P: patches
  end
  Note over P,H: numbered`);
const classes = fenced(`classDiagram
  class Server {
    +String name
    +connect() Promise
  }
  Server <|-- StdioServer
  Server "1" --> "*" Tool : offers`);
const states = fenced(`stateDiagram-v2
  [*] --> disconnected
  disconnected --> connecting: connect
  connecting --> connected
  connecting --> error: failed`);
const pie = fenced(`pie title Calls
  "success" : 41
  "error" : 3
  "denied" : 2`);
const entities = fenced(`erDiagram
  CONVERSATION ||--o{ ITEM : has
  ITEM {
    string id
    string kind
  }`);
const gantt = fenced(`gantt
  title Release
  dateFormat YYYY-MM-DD
  section Build
  Write :a, 2026-11-01, 6d
  Test :after a, 3d`);

/** Wider than a side bar: it is drawn to fit, and at full size when it is clicked. */
const wide = fenced(`flowchart LR
  ${Array.from({ length: 9 }, (_, index) => `step${index}[Step ${index + 1} of the build] --> step${index + 1}`).join('\n  ')}
  step9[Released]`);

export const diagramStories: readonly Story[] = [
  {
    name: 'diagrams',
    messages: [
      snapshot([
        user('u1', 'Draw how it works.'),
        assistant('a1', `A message goes this way:\n\n${flow}\n\nand these are its states:\n\n${states}`),
      ]),
    ],
  },
  {
    name: 'diagram-wide',
    messages: [snapshot([user('u1', 'How is it built?'), assistant('a1', wide)])],
  },
  {
    name: 'diagram-full-size',
    messages: [snapshot([user('u1', 'How is it built?'), assistant('a1', wide)])],
    press: '.diagram',
  },
  {
    name: 'more-diagrams',
    messages: [
      snapshot([user('u1', 'And the others?'), assistant('a1', [sequence, classes, pie].join('\n\n'))]),
    ],
  },
  {
    name: 'diagrams-refused',
    messages: [
      snapshot([
        user('u1', 'Try these.'),
        assistant(
          'a1',
          [entities, gantt, fenced('flowchart LR\n  a -->'), fenced('mindmap\n  root')].join('\n\n'),
        ),
      ]),
    ],
  },
];
