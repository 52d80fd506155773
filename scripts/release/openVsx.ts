/** Checks that Open VSX's command line tool leaves to the server. */
import type { Manifest } from './manifest.ts';

/** Finds what the ExtensionValidator of its server would refuse in package.json, before publishing. */
export function openVsxProblems(manifest: Manifest): string[] {
  const { name, publisher, version, license, galleryBanner, displayName, keywords, categories } = manifest;
  const problems: string[] = [];
  for (const [field, value] of Object.entries({ name, publisher }))
    if (!/^[\w\-+$~]{1,255}$/.test(value))
      problems.push(`${field} has characters that Open VSX does not take: ${value}`);
  if (license === '') problems.push('license is missing: Open VSX takes nothing without one.');
  const texts = Object.entries({ version, license, displayName });
  for (const keyword of [...keywords, ...categories]) texts.push(['A keyword or category', keyword]);
  for (const [field, text] of texts) {
    if (text.length > 255) problems.push(`${field} has more than 255 characters.`);
    if (/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}]/u.test(text))
      problems.push(`${field} has invisible characters.`);
  }
  const urls = { homepage: manifest.homepage, bugs: manifest.bugs.url, repository: manifest.repository.url };
  for (const [field, url] of Object.entries(urls))
    if (!URL.canParse(url) || url.length > 255)
      problems.push(`${field} is no URL of at most 255 characters: ${url}`);
  if (!/^#[0-9a-f]{6}$/i.test(galleryBanner.color)) problems.push('galleryBanner.color is no colour.');
  if (!['dark', 'light'].includes(galleryBanner.theme))
    problems.push('galleryBanner.theme is neither dark nor light.');
  return problems;
}
