/**
 * The display language of the server host. It is the one asked for with `--locale` only if a language pack for it is
 * there; else it is English, whatever translations the extensions bring.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes a language (a tag such as `de`) one that the host can show, with an empty pack: the editor's own texts stay
 * English, an extension's are in that language where it has them. For a host that is not running yet.
 */
export async function writeLanguagePack(dataDir: string, language: string): Promise<void> {
  const folder = join(dataDir, 'emptyLanguagePack');
  await mkdir(folder, { recursive: true });
  const texts = join(folder, 'main.i18n.json');
  await writeFile(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  // What the editor itself writes here when a language pack is installed.
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
