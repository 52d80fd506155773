/** The host's display language. `--locale` counts only if a language pack for it is installed. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Installs an empty language pack for a tag such as `de`: the editor stays English, an extension's texts are
 * translated. Before the host starts.
 */
export async function writeLanguagePack(dataDir: string, language: string): Promise<void> {
  const folder = join(dataDir, 'emptyLanguagePack');
  await mkdir(folder, { recursive: true });
  const texts = join(folder, 'main.i18n.json');
  await writeFile(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  // The editor writes the same when a language pack is installed.
  const packs = {
    [language]: {
      hash: `empty-${language}`,
      label: language,
      extensions: [
        { extensionIdentifier: { id: `patchbay.empty-language-pack-${language}` }, version: '1.0.0' },
      ],
      translations: { vscode: texts },
    },
  };
  await writeFile(join(dataDir, 'languagepacks.json'), JSON.stringify(packs));
}
