import type { Text } from './text.ts';

export const productDescription = {
  en: 'A chat agent for VS Code that works with any model and your MCP servers, and asks before it acts.',
  de: 'Ein Chat-Agent für VS Code, der mit jedem Modell und Ihren MCP-Servern arbeitet und fragt, bevor er handelt.',
} as const satisfies Text;

export const capabilities = {
  untrustedWorkspaces: {
    supported: 'limited',
    description: {
      en: 'In Restricted Mode, servers defined by the workspace do not start. Your own servers do.',
      de: 'Im eingeschränkten Modus werden nur Ihre eigenen Server gestartet, nicht die des Arbeitsbereichs.',
    },
  },
  virtualWorkspaces: {
    supported: 'limited',
    description: {
      en: 'Servers can access only folders on disk.',
      de: 'Server können nur auf Ordner auf einem Datenträger zugreifen.',
    },
  },
} as const;
