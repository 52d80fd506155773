/** The entry of highlighter.js: what colours code. It runs in a worker (timedWorker.ts): some code takes it minutes. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  markdown,
  php,
  powershell,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, definition] of Object.entries(languages)) hljs.registerLanguage(name, definition);
hljs.registerAliases(['jsonl', 'json5'], { languageName: 'json' });
hljs.registerAliases(['console', 'shell', 'shellsession'], { languageName: 'bash' });
hljs.registerAliases(['vue', 'svelte'], { languageName: 'xml' });
hljs.registerAliases(['scss', 'less'], { languageName: 'css' });

/** Returns HTML with classes, or undefined for an unknown language. */
export function highlighted(code: string, language: string): string | undefined {
  if (!hljs.getLanguage(language)) return undefined;
  return shallow(hljs.highlight(code, { language, ignoreIllegals: true }).value);
}

/** Spans within spans: templates in templates open one more with each line, and each line of a diff opens all anew. */
const MAX_DEPTH = 8;

/** Removes deeper spans; the HTML has no other elements. */
function shallow(html: string): string {
  let depth = 0;
  return html.replaceAll(/<span [^>]*>|<\/span>/g, (tag) => {
    if (tag === '</span>') return depth-- > MAX_DEPTH ? '' : tag;
    depth += 1;
    return depth > MAX_DEPTH ? '' : tag;
  });
}

/** Node, as in unit tests, has no such scope. */
if ('WorkerGlobalScope' in globalThis) {
  addEventListener('message', ({ data }: MessageEvent<{ code: string; language: string }>) => {
    postMessage({ html: highlighted(data.code, data.language) });
  });
  postMessage('ready');
}
