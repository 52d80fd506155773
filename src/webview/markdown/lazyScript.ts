/** This script's element: the others are beside it, under the same CSP nonce. */
const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;
const loading = new Map<string, Promise<boolean>>();

/** Loads the script once. Resolves with whether it has run. */
export function loadScript(file: string): Promise<boolean> {
  const known = loading.get(file);
  if (known) return known;
  const loaded = load(file);
  loading.set(file, loaded);
  return loaded;
}

function load(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!own) return resolve(false);
    const script = document.createElement('script');
    script.nonce = own.nonce;
    script.src = own.src.replace(/\w+\.js(?=$|[?#])/, file);
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
    document.head.append(script);
  });
}
