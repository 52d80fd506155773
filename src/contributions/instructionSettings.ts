import type { Settings } from './setting.ts';

export const instructionSettings = {
  'instructions.sources': {
    scope: 'application',
    type: 'array',
    items: {
      type: 'string',
      enum: ['user', 'agents', 'nested', 'claude', 'copilot'],
      enumDescriptions: [
        { en: 'Your own `~/.patchbay/AGENTS.md`.', de: 'Ihre eigene `~/.patchbay/AGENTS.md`.' },
        { en: '`AGENTS.md` in workspace folders.', de: '`AGENTS.md` in den Ordnern des Arbeitsbereichs.' },
        {
          en: 'Files in subfolders, when the model reads or changes a file there.',
          de: 'Dateien in Unterordnern, wenn das Modell dort eine Datei liest oder ändert.',
        },
        {
          en: '`CLAUDE.md`, if there is no `AGENTS.md`.',
          de: '`CLAUDE.md`, wenn es keine `AGENTS.md` gibt.',
        },
        {
          en: '`.github/copilot-instructions.md`, if there is neither `AGENTS.md` nor `CLAUDE.md`.',
          de: '`.github/copilot-instructions.md`, wenn es weder `AGENTS.md` noch `CLAUDE.md` gibt.',
        },
      ],
    },
    uniqueItems: true,
    default: ['user', 'agents', 'nested', 'claude', 'copilot'],
    markdownDescription: {
      en: 'Controls which instruction files are sent to the model. Files of a workspace are read only if you trust it. [Learn more](docs:guide/instructions.md)',
      de: 'Steuert, welche Anweisungsdateien an das Modell gesendet werden. Dateien eines Arbeitsbereichs werden nur gelesen, wenn Sie ihm vertrauen. [Weitere Informationen](docs:guide/instructions.md)',
    },
  },

  'skills.sources': {
    scope: 'application',
    type: 'array',
    items: {
      type: 'string',
      enum: ['user', 'patchbay', 'agents', 'claude'],
      enumDescriptions: [
        {
          en: 'Your own skills in `~/.patchbay/skills`.',
          de: 'Ihre eigenen Skills in `~/.patchbay/skills`.',
        },
        {
          en: '`.patchbay/skills` in workspace folders.',
          de: '`.patchbay/skills` in den Ordnern des Arbeitsbereichs.',
        },
        {
          en: '`.agents/skills` in workspace folders.',
          de: '`.agents/skills` in den Ordnern des Arbeitsbereichs.',
        },
        {
          en: '`.claude/skills` in workspace folders.',
          de: '`.claude/skills` in den Ordnern des Arbeitsbereichs.',
        },
      ],
    },
    uniqueItems: true,
    default: ['user', 'patchbay', 'agents', 'claude'],
    markdownDescription: {
      en: 'Controls where Patchbay looks for skills (folders with `SKILL.md`). Skills of a workspace are read only if you trust it. [Learn more](docs:guide/skills.md)',
      de: 'Steuert, wo Patchbay nach Skills (Ordnern mit `SKILL.md`) sucht. Skills eines Arbeitsbereichs werden nur gelesen, wenn Sie ihm vertrauen. [Weitere Informationen](docs:guide/skills.md)',
    },
  },
} as const satisfies Settings;
