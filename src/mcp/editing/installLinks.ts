/**
 * Reads links that install a server in another program: its name and its configuration are in the address.
 *
 * - `vscode:mcp/install?{json}`, and `https://vscode.dev/redirect/mcp/install?name=…&config={json}&inputs=[json]`
 * - `https://vscode.dev/redirect?url=…`, around the first
 * - `cursor://anysphere.cursor-deeplink/mcp/install?name=…&config={base64}`, and `https://cursor.com/install-mcp?…`
 */
import { isRecord, jsonObject, parsedJson } from '../../base/common/guards.ts';
import { isEntry } from './importedEntry.ts';

const ofVsCode = /^vscode(?:-insiders|ium)?:(?:\/\/)?mcp\/install\?/i;
const redirects = /^https:\/\/(?:insiders\.)?vscode\.dev\/redirect/i;
const ofCursor =
  /^(?:cursor:\/\/[\w.-]+|https:\/\/(?:www\.)?cursor\.com(?:\/[a-z]{2})?(?:\/link)?)\/(?:mcp\/install|install-mcp)\?/i;

/** Returns the configuration in such a link as JSON, and undefined for any other text. */
export function jsonInLink(text: string): string | undefined {
  const link = addressIn(text);
  if (/\s/.test(link)) return undefined;
  const [scheme] = ofVsCode.exec(link) ?? [];
  if (scheme !== undefined) return fromVsCode(decoded(link.slice(scheme.length)));
  if (!redirects.test(link) && !ofCursor.test(link)) return undefined;
  const query = URL.parse(link)?.searchParams;
  const inner = query?.get('url');
  if (inner !== undefined && inner !== null) return ofVsCode.test(inner) ? jsonInLink(inner) : undefined;
  const config = jsonObject(asJson(query?.get('config') ?? ''));
  if (!query || !config) return undefined;
  const name = query.get('name') ?? '';
  if (ofCursor.test(link)) return JSON.stringify(namedBy(name, config));
  return fromVsCode(JSON.stringify({ name, ...config, inputs: parsedJson(query.get('inputs') ?? '') }));
}

/**
 * Returns the address in a link of Markdown, such as a button of a README. An expression would take time in proportion
 * to the square of a text of brackets.
 */
function addressIn(text: string): string {
  const start = text.startsWith('[') && text.endsWith(')') ? text.lastIndexOf('](') : -1;
  return start < 0 ? text : text.slice(start + 2, -1);
}

function fromVsCode(json: string): string | undefined {
  const given = jsonObject(json);
  if (!given) return undefined;
  const { name, inputs, gallery: _gallery, ...entry } = given;
  return JSON.stringify({ servers: { [typeof name === 'string' ? name : '']: entry }, inputs });
}

/** The configuration is an entry, or by mistake a whole group of them. */
function namedBy(name: string, config: Record<string, unknown>): object {
  if (isEntry(config)) return { mcpServers: { [name]: config } };
  return Object.values(config).some((each) => isRecord(each) && isEntry(each))
    ? { mcpServers: config }
    : config;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A query turns the `+` of base64 into a blank. */
function asJson(text: string): string {
  if (text.trimStart().startsWith('{')) return text;
  const bytes = Buffer.from(text.replaceAll(' ', '+'), 'base64').toString('utf8');
  return bytes.startsWith('%7B') ? decoded(bytes) : bytes;
}
