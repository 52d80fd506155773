import { t } from '@vscode/l10n';
import type { PromptInfo, Offer } from '../../protocol/index.ts';
import { Words } from '../calls/Exact.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { useEscape } from '../ui/escape.ts';
import { useListbox, type PopupChooser, popupOf, useClosing } from '../ui/Listbox.tsx';
import { slashCommand, matching, slashQuery } from './matching.ts';
import { commandsFor, type OwnCommand } from './ownCommands.ts';

const MAX_SHOWN = 50;

export function usePromptList(
  onChoose: (prompt: PromptInfo) => void,
  onSkill: (name: string) => void,
  onCommand: (command: OwnCommand) => void,
): PopupChooser {
  const { view, prompts } = useChat();
  const draft = view.draft.value;
  const query = slashQuery(draft);
  const { isClosed, close } = useClosing(draft, (closedAt) => draft.startsWith(closedAt));
  // A recalled message opens no list: the arrow keys go on to the next one.
  const isRecalled = view.sent.isBrowsing(draft);
  const isOpen = query !== undefined && !isClosed && !isRecalled && prompts.chosen.value === undefined;
  useEscape(isOpen, close);
  const all = prompts.offer.value.prompts;
  const commands = isOpen ? commandsFor(query) : [];
  const skills = isOpen ? skillsFor(prompts.offer.value.skills ?? [], query) : [];
  const found = isOpen ? matching(all, query) : [];
  const shown = found.slice(0, MAX_SHOWN);
  const chooser = useListbox({
    id: 'prompt-list',
    label: t('Commands and prompts'),
    choices: [
      ...commands.map((command) => ({ key: command.name, content: <CommandLine command={command} /> })),
      ...skills.map((skill) => ({ key: `/${skill.name}`, content: <SkillLine skill={skill} /> })),
      ...shown.map((prompt) => ({ key: slashCommand(prompt), content: <Line prompt={prompt} /> })),
    ],
    first: true,
    isStop: true,
    resetOn: query ?? '',
    onChoose: (index) => {
      const command = commands[index];
      const skill = skills[index - commands.length];
      const prompt = shown[index - commands.length - skills.length];
      if (command) onCommand(command);
      else if (skill) onSkill(skill.name);
      else if (prompt) onChoose(prompt);
    },
  });
  return popupOf({
    id: 'prompt-list',
    isOpen,
    chooser,
    close,
    content: (
      <>
        {commands.length + skills.length + shown.length > 0 && chooser.list}
        {skills.length + shown.length === 0 && (commands.length === 0 || query === '') && (
          <Nothing has={all.length > 0} />
        )}
        {found.length > shown.length && (
          <div class="popup-note">{t('{0} more. Type to filter.', found.length - shown.length)}</div>
        )}
      </>
    ),
  });
}

function Nothing({ has }: { has: boolean }) {
  return (
    <div class="popup-note" role="status">
      {has ? t('No prompts match.') : t('No connected server offers prompts.')}
    </div>
  );
}

function CommandLine({ command: { name, description, icon, problem } }: { command: OwnCommand }) {
  const chat = useChat();
  return (
    <>
      <Icon name={icon} />
      <span class="choice-text choice-row">
        <span class="choice-name">/{name}</span>
        <span class="choice-detail">{problem?.(chat) ?? description}</span>
      </span>
    </>
  );
}

type Skill = NonNullable<Offer['skills']>[number];

/** The number of skills that are drawn; typing finds the others. */
const MAX_SKILLS = 30;

function skillsFor(skills: readonly Skill[], query: string): readonly Skill[] {
  return skills.filter(({ name }) => name.includes(query.toLowerCase())).slice(0, MAX_SKILLS);
}

function SkillLine({ skill: { name, description } }: { skill: Skill }) {
  return (
    <>
      <Icon name="mortar-board" />
      <span class="choice-text">
        <span class="choice-name">
          /<Words text={name} />
        </span>
        <span class="choice-description">{description}</span>
      </span>
    </>
  );
}

function Line({ prompt }: { prompt: PromptInfo }) {
  const { server, name, title, description } = prompt;
  return (
    <>
      <Icon name="comment-discussion" />
      <span class="choice-text">
        <span class="choice-name">
          <span class="choice-server">/{server}.</span>
          {name}
          {title !== undefined && title !== name && <span class="choice-title">{title}</span>}
        </span>
        {description !== undefined && <span class="choice-description">{description}</span>}
      </span>
    </>
  );
}
