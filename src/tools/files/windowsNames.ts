/** Names that Windows takes for something else than a file of that name. */

/** Devices, which are there in every folder and under every ending: `aux.txt` is one. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

/**
 * The first name on a path that Windows reads in another way: as a device, as a stream of another file
 * (`file.txt:stream`), or without the dots and spaces at its end. Undefined if there is none, and on other systems.
 */
export function misleadingName(
  path: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform !== 'win32') return undefined;
  return path.split(/[\\/]/).find((name) => {
    if (name === '.' || name === '..') return false;
    const [stem = ''] = name.split(/[.:]/);
    return name.includes(':') || /[. ]$/.test(name) || DEVICE.test(stem.trimEnd());
  });
}
