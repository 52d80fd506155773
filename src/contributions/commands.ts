import { contextKey } from './contextKeys.ts';
import type { Text } from './text.ts';

interface Command {
  readonly title: Text;
  readonly icon?: string;
  readonly enablement?: string;
}

export const commands = {
  openChat: { title: { en: 'Open Chat', de: 'Chat öffnen' }, icon: 'comment-discussion' },
  openChatInEditor: { title: { en: 'Open Chat in Editor', de: 'Chat im Editor öffnen' }, icon: 'go-to-file' },
  acceptChange: {
    title: { en: 'Accept Proposed Change', de: 'Vorgeschlagene Änderung annehmen' },
    icon: 'check',
  },
  discardChange: {
    title: { en: 'Discard Proposed Change', de: 'Vorgeschlagene Änderung verwerfen' },
    icon: 'discard',
  },
  allowChange: { title: { en: 'Allow Change', de: 'Änderung erlauben' }, icon: 'check' },
  denyChange: { title: { en: 'Deny Change', de: 'Änderung ablehnen' }, icon: 'circle-slash' },
  findInChat: { title: { en: 'Find in Chat', de: 'Im Chat suchen' }, icon: 'search' },
  showChatShortcuts: {
    title: { en: 'Show Chat Keyboard Shortcuts', de: 'Tastenkombinationen des Chats anzeigen' },
    icon: 'keyboard',
  },
  newChat: { title: { en: 'New Chat', de: 'Neuer Chat' }, icon: 'add' },
  showConversations: {
    title: { en: 'Show Conversations…', de: 'Konversationen anzeigen…' },
    icon: 'list-unordered',
  },
  renameConversation: { title: { en: 'Rename Conversation…', de: 'Konversation umbenennen…' }, icon: 'edit' },
  duplicateConversation: {
    title: { en: 'Duplicate Conversation', de: 'Konversation duplizieren' },
    icon: 'copy',
  },
  deleteConversation: { title: { en: 'Delete Conversation', de: 'Konversation löschen' }, icon: 'trash' },
  exportConversation: {
    title: { en: 'Export Conversation…', de: 'Konversation exportieren…' },
    icon: 'export',
  },
  importConversation: {
    title: { en: 'Import Conversation…', de: 'Konversation importieren…' },
    icon: 'folder-opened',
  },
  stop: {
    title: { en: 'Stop Response', de: 'Antwort anhalten' },
    enablement: contextKey('turnRunning'),
    icon: 'debug-stop',
  },
  restoreCheckpoint: {
    title: { en: 'Restore Checkpoint…', de: 'Checkpoint wiederherstellen…' },
    icon: 'discard',
  },
  undoRestore: { title: { en: 'Undo Restore', de: 'Wiederherstellung rückgängig machen' }, icon: 'redo' },
  getStarted: { title: { en: 'Get Started', de: 'Erste Schritte' }, icon: 'rocket' },
  setUpModel: { title: { en: 'Set Up a Model…', de: 'Modell einrichten…' }, icon: 'symbol-misc' },
  selectModel: { title: { en: 'Select Model…', de: 'Modell auswählen…' }, icon: 'symbol-misc' },
  useToolSet: { title: { en: 'Use Tool Set…', de: 'Toolsatz verwenden…' }, icon: 'layers' },
  saveToolSet: {
    title: { en: 'Save Selection as Tool Set…', de: 'Auswahl als Toolsatz speichern…' },
    icon: 'save',
  },
  clearToolSet: {
    title: { en: 'Stop Using Tool Set', de: 'Toolsatz nicht mehr verwenden' },
    icon: 'clear-all',
  },
  selectTools: { title: { en: 'Select Tools…', de: 'Tools auswählen…' }, icon: 'tools' },
  setApiKey: { title: { en: 'Set API Key…', de: 'API-Schlüssel festlegen…' }, icon: 'key' },
  openModelSettings: {
    title: { en: 'Open Model Settings', de: 'Modelleinstellungen öffnen' },
    icon: 'settings',
  },
  addSample: { title: { en: 'Try the Sample Server', de: 'Beispielserver ausprobieren' }, icon: 'beaker' },
  addServer: { title: { en: 'Add Server…', de: 'Server hinzufügen…' }, icon: 'add' },
  pasteServers: {
    title: {
      en: 'Add Server from JSON or Command Line…',
      de: 'Server aus JSON oder Befehlszeile hinzufügen…',
    },
    icon: 'clippy',
  },
  importServers: { title: { en: 'Import Servers…', de: 'Server importieren…' }, icon: 'cloud-download' },
  editServer: { title: { en: 'Edit Server…', de: 'Server bearbeiten…' }, icon: 'edit' },
  renameServer: { title: { en: 'Rename Server…', de: 'Server umbenennen…' } },
  duplicateServer: { title: { en: 'Duplicate Server…', de: 'Server duplizieren…' }, icon: 'copy' },
  enableServer: { title: { en: 'Enable Server', de: 'Server aktivieren' } },
  disableServer: { title: { en: 'Disable Server', de: 'Server deaktivieren' } },
  removeServer: { title: { en: 'Remove Server…', de: 'Server entfernen…' }, icon: 'trash' },
  moveServerUp: { title: { en: 'Move Server Up', de: 'Server nach oben verschieben' } },
  moveServerDown: { title: { en: 'Move Server Down', de: 'Server nach unten verschieben' } },
  connect: { title: { en: 'Connect Server', de: 'Server verbinden' }, icon: 'debug-start' },
  disconnect: {
    title: { en: 'Disconnect Server', de: 'Verbindung zum Server trennen' },
    icon: 'debug-disconnect',
  },
  reconnect: { title: { en: 'Reconnect Server', de: 'Server neu verbinden' }, icon: 'debug-restart' },
  connectAll: { title: { en: 'Connect All Servers', de: 'Alle Server verbinden' }, icon: 'run-all' },
  reconnectAll: { title: { en: 'Reconnect All Servers', de: 'Alle Server neu verbinden' }, icon: 'refresh' },
  disconnectAll: {
    title: { en: 'Disconnect All Servers', de: 'Verbindung zu allen Servern trennen' },
    icon: 'debug-disconnect',
  },
  enableAllTools: {
    title: { en: 'Enable All Tools', de: 'Alle Tools aktivieren' },
    icon: 'check-all',
  },
  disableAllTools: {
    title: { en: 'Disable All Tools', de: 'Alle Tools deaktivieren' },
    icon: 'clear-all',
  },
  toggleAlwaysSend: {
    title: { en: 'Toggle "Always Send to Model"', de: '„Immer an das Modell senden“ umschalten' },
    icon: 'pin',
  },
  toggleTool: {
    title: { en: 'Toggle Selected Tool', de: 'Ausgewähltes Tool umschalten' },
  },
  newCustomTool: { title: { en: 'New Custom Tool…', de: 'Neues eigenes Tool…' }, icon: 'add' },
  openCustomTool: { title: { en: 'Open Custom Tool File', de: 'Tooldatei öffnen' }, icon: 'go-to-file' },
  openSkill: { title: { en: 'Open Skill', de: 'Skill öffnen' }, icon: 'go-to-file' },
  reloadCustomTools: { title: { en: 'Reload Custom Tools', de: 'Eigene Tools neu laden' }, icon: 'refresh' },
  permissions: {
    title: { en: 'Manage Tool Permissions…', de: 'Freigaben für Tools verwalten…' },
    icon: 'shield',
  },
  browseResources: { title: { en: 'Browse Resources…', de: 'Ressourcen durchsuchen…' }, icon: 'library' },
  attachFile: { title: { en: 'Attach File to Chat…', de: 'Datei an den Chat anhängen…' }, icon: 'attach' },
  attachSelection: {
    title: { en: 'Attach Selection to Chat', de: 'Auswahl an den Chat anhängen' },
    icon: 'list-selection',
  },
  attachProblems: {
    title: { en: 'Attach Problems to Chat', de: 'Probleme an den Chat anhängen' },
    icon: 'warning',
  },
  attachResource: { title: { en: 'Attach MCP Resource…', de: 'MCP-Ressource anhängen…' }, icon: 'attach' },
  runPrompt: { title: { en: 'Run Prompt…', de: 'Prompt ausführen…' }, icon: 'comment-discussion' },
  showHistory: { title: { en: 'Show Call History', de: 'Aufrufverlauf anzeigen' }, icon: 'history' },
  showModelRequest: {
    title: { en: 'Show Model Request', de: 'Modellanfrage anzeigen' },
    icon: 'inspect',
  },
  deleteHistory: { title: { en: 'Delete Call History…', de: 'Aufrufverlauf löschen…' }, icon: 'trash' },
  forgetInputs: {
    title: {
      en: 'Clear Stored Inputs and Secrets…',
      de: 'Gespeicherte Eingaben und Geheimnisse löschen…',
    },
  },
  forgetSampling: { title: { en: 'Revoke Sampling Permissions…', de: 'Freigaben für Sampling widerrufen…' } },
  signIn: { title: { en: 'Sign In…', de: 'Anmelden…' }, icon: 'key' },
  signOut: { title: { en: 'Sign Out…', de: 'Abmelden…' }, icon: 'sign-out' },
  openSettings: {
    title: { en: 'Open Server Settings', de: 'Servereinstellungen öffnen' },
    icon: 'settings-gear',
  },
  showLog: { title: { en: 'Show Log', de: 'Protokoll anzeigen' }, icon: 'output' },
  filterServers: {
    title: { en: 'Filter Servers and Tools…', de: 'Server und Tools filtern…' },
    icon: 'filter',
  },
  clearFilter: {
    title: { en: 'Clear Server Filter', de: 'Serverfilter löschen' },
    enablement: contextKey('serversFiltered'),
    icon: 'clear-all',
  },
  showServer: { title: { en: 'Show Server Details', de: 'Serverdetails anzeigen' }, icon: 'info' },
  reviewServers: {
    title: { en: 'Review Servers…', de: 'Server prüfen…' },
    icon: 'shield',
  },
  reviewTools: {
    title: { en: 'Review Workspace Tools…', de: 'Tools des Arbeitsbereichs prüfen…' },
    icon: 'shield',
  },
  troubleshoot: { title: { en: 'Troubleshoot Server…', de: 'Serverproblem beheben…' }, icon: 'lightbulb' },
} as const satisfies Readonly<Record<string, Command>>;

export function commandId(name: keyof typeof commands): string {
  return `patchbay.${name}`;
}

/** A link that has the command's title. The editor draws it as a button where a line has nothing else. */
export function commandLink(name: keyof typeof commands): Text {
  const { en, de } = commands[name].title;
  const link = (title: string): string => `[${title.replace(/…$/, '')}](command:${commandId(name)})`;
  return { en: link(en), de: link(de) };
}
