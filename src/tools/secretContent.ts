/** Looks for secrets in the content of a file with an ordinary name. It is a guess: a wrong one costs a question. */
import { headText } from '../base/common/cut.ts';
import { extname } from 'node:path';

/** Length that is searched. Each character is passed a fixed number of times. */
export const LOOKED_AT = 1_000_000;

/** The beginning of the text looks as if it held a secret. `path` decides whether it counts as code or data. */
export function looksSecret(text: string, path: string): boolean {
  const beginning = headText(text, LOOKED_AT);
  const kind = kindOf(path);
  return (
    hasPrivateKey(beginning) ||
    hasKnownToken(beginning, kind) ||
    hasSettings(beginning, kind) ||
    hasSecretPair(beginning, kind) ||
    (kind === 'data' && (hasSecretColumn(beginning) || isLoneToken(beginning)))
  );
}

type Kind = 'code' | 'script' | 'data';

/** Endings of files in which the name of a secret is mostly that of a variable, a type or a text for people. */
const code = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs map py pyi ipynb rb go rs java kt kts scala groovy gradle c h cc cpp cxx hpp hh cs fs vb ' +
    'php swift m mm lua pl pm r jl dart ex exs erl hrl hs ml mli clj cljs cljc elm nim zig v sol sql graphql gql proto ' +
    'md mdx markdown rst adoc tex html htm xhtml vue svelte astro css scss sass less svg hbs ejs pug twig j2 tmpl ' +
    'wat wasm asm s po pot snap diff patch feature http1 ftl rnc rng xsd xsl dtd flow coffee cob f90 pas ada lisp el vim'
  ).split(' '),
);
const scripts = new Set('sh bash zsh fish ksh ps1 psm1 bat cmd'.split(' '));

/** A file of this name holds source code or prose. */
export function isCodeName(path: string): boolean {
  return kindOf(path) === 'code';
}

function kindOf(path: string): Kind {
  const ending = extname(path).slice(1).toLowerCase();
  if (scripts.has(ending)) return 'script';
  return code.has(ending) ? 'code' : 'data';
}

const keyHeader = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** Finds a private key with its content: code that reads such keys has only the first line. */
function hasPrivateKey(text: string): boolean {
  for (const { index } of text.matchAll(keyHeader))
    if (/[A-Za-z0-9+/]{40}/.test(text.slice(index + 20, index + 600))) return true;
  return /\bAGE-SECRET-KEY-1[A-Z0-9]{50}|PuTTY-User-Key-File-\d:[^]{0,600}Private-Lines:/.test(text);
}

/** Tokens that services mark by their beginning. */
const known = new RegExp(
  [
    '(?:AKIA|ASIA)[0-9A-Z]{16}',
    'gh[pousr]_[A-Za-z0-9]{36}',
    'github_pat_[A-Za-z0-9_]{50}',
    'gl(?:pat|ptt|dt|rt|cbt|soat)-[\\w-]{20}',
    'xox[abeoprs]-[\\w-]{12,200}',
    'xapp-\\d-[\\w-]{20}',
    'sk-(?:proj-|ant-|svcacct-|admin-|or-|lf-)?[A-Za-z0-9][\\w-]{19,200}',
    '[rs]k_(?:live|test)_[A-Za-z0-9]{20,200}',
    'whsec_[A-Za-z0-9+/]{24,100}',
    'AIza[\\w-]{35}',
    'GOCSPX-[\\w-]{20,40}',
    'ya29\\.[\\w-]{20,300}',
    'npm_[A-Za-z0-9]{36}',
    'pypi-AgEI[\\w-]{40}',
    'hf_[A-Za-z0-9]{30}',
    'gsk_[A-Za-z0-9]{40}',
    'xai-[A-Za-z0-9]{60}',
    'tvly-[\\w-]{24}',
    'dop_v1_[a-f0-9]{60}',
    'dckr_pat_[\\w-]{20}',
    'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30}',
    'SG\\.[\\w-]{20,24}\\.[\\w-]{40}',
    'hvs\\.[\\w-]{24}',
    'lin_api_[A-Za-z0-9]{30}',
    'secret_[A-Za-z0-9]{40}',
    'nvapi-[\\w-]{40}',
    // The hyphen is excluded, because each part would be read again from each of many beginnings.
    '(?<!-)eyJ[\\w-]{14,2000}\\.eyJ[\\w-]{14,4000}\\.[\\w-]{16,2000}',
    'hooks\\.slack\\.com/services/T[A-Z0-9]{7,12}/B[A-Z0-9]{7,12}/[A-Za-z0-9]{20}',
    'discord(?:app)?\\.com/api/webhooks/\\d{16,20}/[\\w-]{50}',
    '\\d{8,10}:AA[\\w-]{33}',
    '(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,100}=',
  ]
    .map((shape) => `(?<![A-Za-z0-9_])${shape}`)
    .join('|'),
  'g',
);

/** Passwords in addresses such as `scheme://user:password@host`. */
const inAddress =
  /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>(){}$]{0,60}:([^\s:/@"'`<>]{3,200})@([\w.-]{1,253}|\[[\w:.]{2,60}\])/gi;

/** Passwords in `Server=db;User Id=app;Password=…`, a line of .netrc, a statement of SQL, or a command's argument. */
const inSettings =
  /\b(?:server|data source|host|user(?: id)?|uid)=[^;"'\n]{1,200};[^"'\n]{0,200}?\b(?:password|pwd)=([^;"'\s]{6,200})|\blogin[ \t]+\S{1,100}[ \t]+password[ \t]+(\S{6,200})|\b(?:identified by|with password|password is:?)[ \t]+["']?([^"'\s;]{6,200})|["']--?(?:token|password|api-?key|secret)["'],\s{0,20}["']([^"'\s]{6,200})["']/gi;

function hasSettings(text: string, kind: Kind): boolean {
  for (const [, ...values] of text.matchAll(inSettings)) {
    const value = values.find((each) => each !== undefined) ?? '';
    if (isChosen(value) && (kind === 'data' || (!isExample(value) && isStrong(value)))) return true;
  }
  return false;
}

function hasKnownToken(text: string, kind: Kind): boolean {
  for (const [token] of text.matchAll(known))
    if (kind === 'data' ? !isBlank(token) : !isExample(token) && isVaried(token)) return true;
  for (const [, password = '', host = ''] of text.matchAll(inAddress)) {
    const isShown =
      kind !== 'data' && (/\bexample\b|^host(?:name)?$|^localhost$/i.test(host) || isExample(password));
    if (!isShown && isChosen(password)) return true;
  }
  return false;
}

/** Signs that the value refers to something else: a variable, a place, a call. */
const reference =
  /^(?:[$%@!*&<{[(]|#\{|\\|-+$|\.\.?\/|~?\/|[a-z]:\\|(?:env|vault|ref|op|file|arn|secret|ssm|sops|kv|data|https?):|enc[[(]|(?:process|os|env|import|var|local|module|self|this|config|secrets?|settings)\.|env[[(])|[({[<>]|\$\{|\}\}|\.{3}|…/i;
const placeholder =
  /^(?:null|nil|none|undefined|true|false|yes|no|on|off|unset|empty|required|optional|string|number|boolean|object|text|hidden|secrets?|passw(?:or)?ds?|pass|pwd|tokens?|default|root|admin|user\w*|postgres|foo\w*|bar\w*|todo|fixme|tbd|n\/a|anonymous|(\S)\1*)$/i;
/** Placeholders that somebody should fill in. */
const blank =
  /example|sample|placeholder|dummy|change[-_ ]?(?:me|this|it)|replace|insert|your[-_ ]?|redacted|masked|x{5}|\*{4}|<[a-z]/i;
/** Values that people write if a value does not matter. */
const pretended =
  /fake|mock|my[-_]?(?:secret|password|token|key|api)|deadbeef|not[-_]?(?:a|real)|(?:super|top|very)[-_]?secret|secret[-_]?(?:key|value|token)|lorem|todo|test|0{6}|1234567|abcdef|012345|qwerty|hunter|correct[-_ ]?horse|p[a@]ssw[o0]rd/i;
const version = /^[\^~<>=v ]*\d+(?:\.[\dx*]+){1,3}(?:[-+][\w.-]+)?$/i;

/** AWS's own example key is not blank: keys that are pasted from its documentation look the same. */
function isBlank(value: string): boolean {
  return /x{6}|\*{4}|your[-_]|placeholder/i.test(value) || entropyOf(value) < 2.5;
}

function isExample(value: string): boolean {
  return blank.test(value) || pretended.test(value);
}

/** The value is not the same few characters repeated, and not a row of words. */
function isVaried(value: string): boolean {
  return entropyOf(value) > 3 && /\d/.test(value);
}

/** Returns the bits for each character. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

function isOpen(value: string): boolean {
  return reference.test(value) || placeholder.test(value) || blank.test(value) || version.test(value);
}

/** Somebody chose this value as a password: it is not a reference, a placeholder or a plain word. */
function isChosen(value: string): boolean {
  if (value.length < 6 || value.length > 200 || /\s/.test(value) || isOpen(value)) return false;
  // Languages without spaces have such words, as in the texts of a program.
  if (/[^ -~\u00a1-\u024f]/.test(value)) return false;
  const isPhrase = value.length >= 20 && value.split(/[-_. ]/).length >= 4;
  return isPhrase || /\d/.test(value) || /[^\w.\-/: ]/.test(value);
}

/** A machine made this value: it is long, has letters and digits, and no words. */
function isRandom(value: string, least: number): boolean {
  if (value.length < least || value.length > 4_000 || !/^[!-~]+$/.test(value) || isOpen(value)) return false;
  const pieces = value.split(/[-_.:/+=]/);
  const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one), '');
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
  if (!isUuid && longest.length < 12) return false;
  // Words have few changes from a letter to a digit and back.
  const changes = longest.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  const entropy = entropyOf(value);
  return entropy >= 3 && (changes >= 2 || (value.length >= 32 && entropy >= 4.2 && /\d/.test(value)));
}

/** Names of secrets. The expression continues with the rest of the name and the value after it. */
const named = new RegExp(
  [
    '(passw(?:or)?d|passphrase|passcode|passwort|kennwort|contrase[nñ]a|mot de passe|пароль|密码|requirepass|(?<![a-z])(?:psk|pw)(?![a-z])|(?:(?<![a-z])|db|smtp|mail|ftp|sql|user|admin|root)pass(?![a-z])|',
    '(?<![a-z])pwd(?![a-z])|secret|token|authorization|credentials?|bearer|cookie|(?<![a-z])(?:auth|pat)(?![a-z])|',
    '(?:openai|anthropic|claude|gemini|mistral|groq|stripe|github|gitlab|aws|azure|gcp|google|llm)[_-]?key|',
    '(?:api|access|private|encryption|signing|account|shared|master|auth|client|ssh|deploy|licen[cs]e|session|service|jwt|',
    'hmac|aes|security|storage|subscription|function|consumer)[_-]?key)',
    // This is the rest of the name.
    '([\\w.-]{0,40})["\'`\\]]{0,2}[ \\t]{0,20}',
    // This is the text between: also name and value as separate members, and the marks of XML and of block scalars.
    '(?:[:=][ \\t]{0,4}(?:[|>][-+\\d]{0,2}[ \\t]{0,4}\\n|"""\\n?|\'\'\'\\n?)|</key>\\s{0,20}<string>|(?<=<[\\w.:-]{1,80})><!\\[CDATA\\[|[:=][ \\t]{0,4}\\[\\s{0,20}|',
    '(?<=(?:name|key)=["\'][\\w.:-]{1,80}["\'])>|',
    ',?\\s{0,20}["\']?value["\']?[ \\t]{0,4}[:=]|=>|:=|[:=]|(?<=<[\\w.:-]{1,80})>)[ \\t]{0,20}(?:(?:bearer|basic)[ \\t]{1,4})?',
    '(?:"((?:[^"\\\\\\n]|\\\\.){1,4000})"|\'((?:[^\'\\\\\\n]|\\\\.){1,4000})\'|`([^`\\n]{1,4000})`|',
    '([^\\s"\'`,;<>{}[\\]()#][^\\s"\'`,;<>]{2,4000}))',
  ].join(''),
  'gi',
);

/** Last words of names that mean something about a secret: where it is, how long it lasts, what it is called. */
const about = new Set(
  (
    'name names ref refs url uri path paths file files dir type types id ids len length count counts limit limits budget ' +
    'size max min expiry expires expiration expired ttl age header headers field fields env var variable policy prefix ' +
    'suffix label hint regex pattern version scope scopes issuer algorithm alg endpoint hash hashes digest title description ' +
    'message error errors format encoding source provider store service server host input output color colors usage used ' +
    'rate price cost at by for in of is kind class rule rules status index position start end offset required enabled v'
  ).split(' '),
);

function hasSecretPair(text: string, kind: Kind): boolean {
  for (const found of text.matchAll(named)) {
    const [whole, name = '', rest = '', double, single, template, bare] = found;
    const quoted = double ?? single ?? template;
    // A bare word in code is a variable.
    if (quoted === undefined && (kind === 'code' || (kind === 'script' && !/=[^=\s]/.test(whole)))) continue;
    if (isPartOfWord(name, rest) || isAbout(rest)) continue;
    const value = (quoted ?? bare ?? '').replace(/^(?:bearer|basic|token|apikey)\s+/i, '').trim();
    if (isSecretValue(name, value, kind)) return true;
  }
  return false;
}

/** The name is part of a longer word, such as `tokenizer` or `passwordless`: the word continues in the same case. */
function isPartOfWord(name: string, rest: string): boolean {
  const last = name.at(-1) ?? '';
  const isUpper = last === last.toUpperCase();
  return (isUpper ? /^[A-Z]{2}/ : /^(?!s(?![a-z]))[a-z]/).test(rest);
}

function isAbout(rest: string): boolean {
  const [last] = /(?:[A-Z]?[a-z]+|[A-Z]+)\d*$/.exec(rest) ?? [];
  return last !== undefined && about.has(last.replace(/\d+$/, '').toLowerCase());
}

function isSecretValue(name: string, value: string, kind: Kind): boolean {
  const isPassword = /pass|pwd|^pw$|psk|kennwort|contrase|пароль|密码/i.test(name);
  if (kind !== 'code') return (isPassword && isChosen(value)) || isRandom(value, 16);
  if (pretended.test(value)) return false;
  return isRandom(value, 20) || (isPassword && isChosen(value) && isStrong(value));
}

/** The value has letters of both cases, a digit and a sign, as rules for passwords demand. */
function isStrong(value: string): boolean {
  return value.length >= 8 && [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/].every((sort) => sort.test(value));
}

/** Finds a table with a column of passwords. */
function hasSecretColumn(text: string): boolean {
  const [head = '', ...rows] = headText(text, 20_000).split(/\r\n|[\r\n]/, 20);
  const separator = [',', ';', '\t', '|'].find((each) => head.includes(each));
  if (separator === undefined || head.length > 2_000) return false;
  const cells = (line: string): readonly string[] =>
    line.split(separator).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const at = cells(head).findIndex((cell) =>
    /^(?:\w+[ _-])?(?:passwor[dt]|passwd|pwd|pw|pass|passphrase|secret|api[ _-]?key|secret[ _-]?key|token)$/i.test(
      cell,
    ),
  );
  return at >= 0 && rows.some((row) => isChosen(cells(row)[at] ?? ''));
}

/** The file is only a token. Digests do not count: files and commits have those. */
function isLoneToken(text: string): boolean {
  if (text.length > 500) return false;
  const value = text.trim();
  return (
    isRandom(value, 20) &&
    !/^(?:sha\d+-|[0-9a-f]{32}$|[0-9a-f]{40}$|[0-9a-f]{64}$|[0-9a-f-]{36}$|https?:)/i.test(value)
  );
}
