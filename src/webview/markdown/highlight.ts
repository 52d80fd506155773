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

/** Characters; colouring longer code would block the page. */
const MAX_LENGTH = 50_000;
/** Highlighted pieces that are cached: a growing list asks for the same ones at every frame. */
const MEMORY = 100;

const memory = new Map<string, string>();

export function canHighlight(code: string, language: string): boolean {
  return code.length <= MAX_LENGTH && hljs.getLanguage(language) !== undefined;
}

export function highlight(code: string, language: string): string | undefined {
  if (!canHighlight(code, language)) return undefined;
  const key = `${language}\n${code}`;
  const known = memory.get(key);
  if (known !== undefined) return known;
  const html = hljs.highlight(code, { language, ignoreIllegals: true }).value;
  const oldest = memory.size >= MEMORY ? memory.keys().next().value : undefined;
  if (oldest !== undefined) memory.delete(oldest);
  memory.set(key, html);
  return html;
}
