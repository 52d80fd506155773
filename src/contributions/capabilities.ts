import type { Text } from './text.ts';

export const productDescription = {
  en: 'A chat agent on any model, with tools from the MCP servers you connect, see and control.',
  de: 'Ein Chat-Agent für jedes Modell, mit Tools der MCP-Server, die Sie verbinden, einsehen und steuern.',
} as const satisfies Text;

export const capabilities = {
  untrustedWorkspaces: {
    supported: 'limited',
    description: {
      en: 'In Restricted Mode the servers that the workspace defines are not started; your own servers are.',
      de: 'Im eingeschränkten Modus werden die Server nicht gestartet, die der Arbeitsbereich definiert; Ihre eigenen Server schon.',
    },
  },
  virtualWorkspaces: {
    supported: 'limited',
    description: {
      en: 'Servers only get access to folders on a disk.',
      de: 'Server bekommen nur Ordner, die auf einem Datenträger liegen.',
    },
  },
} as const;
