import type { Settings } from './setting.ts';

export const toolSettings = {
  maxIterations: {
    scope: 'application',
    order: 3,
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 50,
    markdownDescription: {
      en: 'How many requests to the model one turn may take. At the limit you can continue.',
      de: 'Wie viele Anfragen an das Modell für eine Antwort gestellt werden dürfen. Ist das Limit erreicht, lässt sie sich fortsetzen.',
    },
  },

  maxResultTokens: {
    scope: 'application',
    order: 4,
    type: 'integer',
    default: 10000,
    minimum: 100,
    markdownDescription: {
      en: 'How many tokens of one tool result the model gets at most. It can read the rest with the tool `read_result`; you can always open the whole result from the call.',
      de: 'Wie viele Token das Modell von einem Toolergebnis höchstens bekommt. Den Rest kann es mit dem Tool `read_result` lesen; Sie können das ganze Ergebnis jederzeit vom Aufruf aus öffnen.',
    },
  },

  'tools.budget': {
    scope: 'application',
    order: 5,
    type: 'integer',
    default: 5,
    minimum: 0,
    maximum: 100,
    markdownDescription: {
      en: "How much of the model's context window the definitions of tools may take, in percent. If all enabled tools take more, or are more than the endpoint accepts, the model finds the tools of servers with the tool `search_tools` instead of getting all of them. In a small window it is at least 4,000 tokens or a quarter of the window. `100` sends all tools that fit into the window; `0` always searches.",
      de: 'Wie viel Prozent vom Kontextfenster des Modells die Definitionen von Tools belegen dürfen. Belegen alle aktivierten Tools mehr oder sind es mehr, als der Endpunkt annimmt, findet das Modell die Tools der Server mit dem Tool `search_tools`, statt alle zu bekommen. In einem kleinen Fenster sind es mindestens 4.000 Token oder ein Viertel des Fensters. `100` sendet alle Tools, die in das Fenster passen; `0` sucht immer.',
    },
  },

  'tools.alwaysSend': {
    scope: 'application',
    order: 5,
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    markdownDescription: {
      en: 'Servers, and single tools as `server/tool`, that the model always gets, also where the others are found by search (`#patchbay.tools.budget#`).',
      de: 'Server und einzelne Tools in der Form `server/tool`, die das Modell immer bekommt, auch wenn es die übrigen durch Suche findet (`#patchbay.tools.budget#`).',
    },
  },

  'tools.extensionTimeout': {
    scope: 'application',
    order: 5,
    type: 'integer',
    default: 300,
    minimum: 1,
    maximum: 86400,
    markdownDescription: {
      en: 'Time limit for one call of a tool of another extension, in seconds, with the time for what the extension asks you itself.',
      de: 'Zeitlimit für einen Aufruf eines Tools einer anderen Erweiterung, in Sekunden, einschließlich der Zeit für Rückfragen der Erweiterung an Sie.',
    },
  },

  'tools.sets': {
    scope: 'window',
    restricted: true,
    order: 5,
    type: 'object',
    default: {},
    additionalProperties: { type: 'array', items: { type: 'string' } },
    markdownDescription: {
      en: 'Tool sets by name, each a list of servers and of single tools as `server/tool`; `built in` and `custom tools` stand for those of Patchbay and your own, `extension publisher.name` for those of another extension. In a conversation or workspace that uses a set the model gets only its enabled tools. Those of a workspace count once it is trusted, and replace none of yours. See _Use Tool Set_.',
      de: 'Toolsätze nach Namen, jeder eine Liste von Servern und einzelnen Tools in der Form `server/tool`; `built in` und `custom tools` stehen für die von Patchbay und Ihre eigenen, `extension herausgeber.name` für die einer anderen Erweiterung. In einer Konversation oder einem Arbeitsbereich mit einem Toolsatz bekommt das Modell nur dessen aktivierte Tools. Die eines Arbeitsbereichs gelten, sobald ihm vertraut wird, und ersetzen keinen von Ihren. Siehe _Toolsatz verwenden_.',
    },
  },

  'instructions.sources': {
    scope: 'application',
    order: 5,
    type: 'array',
    items: {
      type: 'string',
      enum: ['user', 'agents', 'nested', 'claude', 'copilot'],
    },
    uniqueItems: true,
    default: ['user', 'agents', 'nested', 'claude', 'copilot'],
    markdownDescription: {
      en: 'Which files with instructions the model gets: your own `~/.patchbay/AGENTS.md` (`user`); `AGENTS.md` of each workspace folder (`agents`), where there is none `CLAUDE.md` (`claude`) or `.github/copilot-instructions.md` (`copilot`); and those in folders below when the model reads or changes a file there (`nested`). Those of a workspace are read once it is trusted. Remove what you do not want.',
      de: 'Welche Dateien mit Anweisungen das Modell bekommt: Ihre eigene `~/.patchbay/AGENTS.md` (`user`); `AGENTS.md` jedes Ordners im Arbeitsbereich (`agents`), ersatzweise `CLAUDE.md` (`claude`) oder `.github/copilot-instructions.md` (`copilot`); und die in Unterordnern, wenn das Modell dort eine Datei liest oder ändert (`nested`). Die eines Arbeitsbereichs werden gelesen, sobald ihm vertraut wird. Entfernen Sie, was Sie nicht möchten.',
    },
  },

  'skills.sources': {
    scope: 'application',
    order: 5,
    type: 'array',
    items: { type: 'string', enum: ['user', 'patchbay', 'agents', 'claude'] },
    uniqueItems: true,
    default: ['user', 'patchbay', 'agents', 'claude'],
    markdownDescription: {
      en: 'Where skills (folders with `SKILL.md`) are looked for: your own in `~/.patchbay/skills` (`user`), and in workspace folders `.patchbay/skills`, `.agents/skills` and `.claude/skills`. Those of a workspace are read once it is trusted. Remove what you do not want; each skill has a checkbox in the view MCP Servers.',
      de: 'Wo nach Skills (Ordnern mit `SKILL.md`) gesucht wird: Ihre eigenen in `~/.patchbay/skills` (`user`) und in Ordnern des Arbeitsbereichs `.patchbay/skills`, `.agents/skills` und `.claude/skills`. Die eines Arbeitsbereichs werden gelesen, sobald ihm vertraut wird. Entfernen Sie, was Sie nicht möchten; jeder Skill hat ein Kontrollkästchen in der Ansicht der MCP-Server.',
    },
  },

  'agent.plan': {
    scope: 'application',
    order: 6,
    type: 'boolean',
    default: true,
    markdownDescription: {
      en: 'Whether the model can keep a plan for tasks of several steps, with the built-in tool `update_plan`. The plan is shown above the message field while the model works.',
      de: 'Ob das Modell für Aufgaben aus mehreren Schritten einen Plan führen kann, mit dem integrierten Tool `update_plan`. Der Plan wird über dem Nachrichtenfeld angezeigt, während das Modell arbeitet.',
    },
  },

  'checkpoints.enabled': {
    scope: 'application',
    order: 6,
    type: 'boolean',
    default: true,
    markdownDescription: {
      en: 'Whether the content of workspace files is saved before and after each turn, so that all changes of a turn are listed and files can be restored. Files that git ignores, very large ones and those with secrets are left out.',
      de: 'Ob der Inhalt der Dateien im Arbeitsbereich vor und nach jeder Antwort gespeichert wird, damit alle Änderungen einer Antwort aufgeführt werden und Dateien sich wiederherstellen lassen. Von Git ignorierte, sehr große und Geheimnisse enthaltende Dateien werden ausgelassen.',
    },
  },

  'web.allowPrivateAddresses': {
    scope: 'application',
    order: 7,
    type: 'boolean',
    default: false,
    markdownDescription: {
      en: 'Whether the tool `fetch_page` may read pages of this machine and of private networks, such as a development server at `http://localhost:3000`. Each host still asks.',
      de: 'Ob das Tool `fetch_page` Seiten dieses Computers und privater Netze lesen darf, etwa von einem Entwicklungsserver unter `http://localhost:3000`. Für jeden Host wird weiterhin gefragt.',
    },
  },

  'sampling.maxPerMinute': {
    scope: 'application',
    order: 21,
    type: 'integer',
    default: 10,
    minimum: 0,
    markdownDescription: {
      en: 'How many requests to your model (MCP sampling) each server may make in a minute. Further requests are refused. `0` refuses all requests.',
      de: 'Wie viele Anfragen an Ihr Modell (MCP-Sampling) jeder Server pro Minute stellen darf. Weitere werden abgelehnt; `0` lehnt alle ab.',
    },
  },

  'sampling.reviewResult': {
    scope: 'application',
    order: 22,
    type: 'boolean',
    default: false,
    markdownDescription: {
      en: "Whether the model's answer to a server's request is shown to you first and sent to the server only when you agree. [Forget which servers may always ask](command:patchbay.forgetSampling)",
      de: 'Ob die Antwort des Modells auf die Anfrage eines Servers zuerst Ihnen angezeigt und nur mit Ihrer Zustimmung an den Server gesendet wird. [Vergessen, welche Server immer fragen dürfen](command:patchbay.forgetSampling)',
    },
  },

  'tools.approval': {
    scope: 'application',
    order: 6,
    type: 'string',
    enum: ['ask', 'changes', 'never'],
    default: 'ask',
    enumDescriptions: [
      {
        en: 'A tool runs when you allow it: once, in this conversation, in this workspace, or always.',
        de: 'Ein Tool wird ausgeführt, wenn Sie es erlauben: einmal, in dieser Konversation, in diesem Arbeitsbereich oder immer.',
      },
      {
        en: 'Tools that their server marks as read-only run without asking. Patchbay does not verify this mark. What asks each time still does.',
        de: 'Tools, die ihr Server als nur lesend kennzeichnet, werden ohne Rückfrage ausgeführt. Patchbay überprüft diese Kennzeichnung nicht. Was jedes Mal fragt, fragt weiterhin.',
      },
      {
        en: 'Every enabled tool runs without asking, except for what asks each time: sensitive and protected files, calls that the model wrote into its text, and calls that could send out what was read (`#patchbay.approval.dataFlowGuard#`). Only for servers and models that you trust with everything this machine can do.',
        de: 'Jedes aktivierte Tool läuft ohne Rückfrage, außer was jedes Mal fragt: vertrauliche und geschützte Dateien, Aufrufe, die das Modell in seinen Text geschrieben hat, und Aufrufe, die Gelesenes weitergeben könnten (`#patchbay.approval.dataFlowGuard#`). Nur für Server und Modelle, denen Sie alles anvertrauen, was dieser Computer tun kann.',
      },
    ],
    markdownDescription: {
      en: 'Whether tools ask before they run. Existing permissions are listed by the command *Patchbay: Manage Tool Permissions*.',
      de: 'Ob Tools nachfragen, bevor sie laufen. Erteilte Freigaben zeigt der Befehl *Patchbay: Freigaben für Tools verwalten*.',
    },
  },

  'approval.protectedFiles': {
    scope: 'application',
    order: 6,
    type: 'array',
    items: { type: 'string' },
    default: [],
    markdownDescription: {
      en: 'Globs of further files of which the built-in tools ask about each change, whatever was allowed: `*` and `?` within a name, `**` for any folders, `{a,b}` for either. They add to the list that Patchbay has (settings of editors, instructions of agents, hooks, build and package files); nothing can be taken off it.',
      de: 'Globs weiterer Dateien, bei denen die integrierten Tools vor jeder Änderung nachfragen, unabhängig von bestehenden Freigaben: `*` und `?` innerhalb eines Namens, `**` für beliebige Ordner, `{a,b}` für eines von beiden. Sie ergänzen die Liste von Patchbay (Einstellungen von Editoren, Anweisungen für Agenten, Hooks, Build- und Paketdateien); von ihr kann nichts gestrichen werden.',
    },
  },

  'approval.ordinaryFiles': {
    scope: 'application',
    order: 6,
    type: 'array',
    items: { type: 'string' },
    default: [],
    markdownDescription: {
      en: 'Further files that a permission to write covers, by ending (`.abap`) or glob (`deploy/**`, `*.json`), beside the sources and texts that Patchbay knows. Each change of any other file asks. A glob with a folder in it also covers folders such as `build`. Protected files, environments, programs and scripts still ask.',
      de: 'Weitere Dateien, für die eine Freigabe zum Schreiben gilt, nach Endung (`.abap`) oder Glob (`deploy/**`, `*.json`), zusätzlich zu Quelltexten und Texten, die Patchbay kennt. Bei allen anderen Dateien wird vor jeder Änderung gefragt. Ein Glob mit einem Ordner darin gilt auch für Ordner wie `build`. Für geschützte Dateien, Umgebungen, Programme und Skripte wird weiterhin gefragt.',
    },
  },

  'approval.freeTools': {
    scope: 'application',
    order: 6,
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    markdownDescription: {
      en: 'Names of built-in tools that ask although they need no approval, such as `read_file`. `*` stands for all of them. The shield in *Patchbay: Manage Tool Permissions* lists them.',
      de: 'Namen integrierter Tools, die fragen, obwohl sie keine Freigabe benötigen, etwa `read_file`. `*` steht für alle. Der Schild in *Patchbay: Freigaben für Tools verwalten* listet sie auf.',
    },
  },

  'approval.sensitiveFiles': {
    scope: 'application',
    order: 6,
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    markdownDescription: {
      en: 'Globs of files that ask each time before they are read, such as `internal/**` or `*.ledger`. They add to those that Patchbay knows: environment files, private keys, credentials.',
      de: 'Globs von Dateien, bei denen jedes Mal gefragt wird, bevor sie gelesen werden, etwa `internal/**` oder `*.ledger`. Sie ergänzen die, die Patchbay kennt: Umgebungsdateien, private Schlüssel, Anmeldeinformationen.',
    },
  },

  'approval.dataFlowGuard': {
    scope: 'application',
    order: 6,
    type: 'string',
    enum: ['on', 'off'],
    default: 'on',
    enumDescriptions: [
      {
        en: 'Such calls show what the conversation has read and where the data could go.',
        de: 'Solche Aufrufe zeigen, was die Konversation gelesen hat und wohin die Daten gehen könnten.',
      },
      {
        en: 'Permissions apply regardless of what the conversation has read.',
        de: 'Freigaben gelten unabhängig davon, was die Konversation gelesen hat.',
      },
    ],
    markdownDescription: {
      en: 'Controls whether calls that can send data out ask once the conversation has read sensitive data or content of others. Existing permissions do not apply to such calls until you confirm that they do.',
      de: 'Steuert, ob Aufrufe, die Daten nach außen senden können, nachfragen, sobald die Konversation vertrauliche Daten oder Inhalte anderer gelesen hat. Bestehende Freigaben gelten für solche Aufrufe erst, wenn Sie das bestätigen.',
    },
  },
} as const satisfies Settings;
