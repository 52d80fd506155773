/** Markdown of stories: everything, half written, and code. */

export const answer = `# How a turn works

A turn goes from **your message** to the *final answer*. In between the model may ask for tools; see the
[specification](https://modelcontextprotocol.io/specification "MCP") or https://example.com/turns, and read
\`src/agent/turn.ts\`. A link to [nowhere](#steps) is not followed, ~~nor~~ is ![a picture](https://example.com/p.png).

## Steps

1. The request streams.
2. If the model asks for tools, all calls of that step run in parallel:
   - results go back as \`role: "tool"\`
   - a new request follows

   \`\`\`ts
   for await (const event of runTurn(conversation, signal)) emit(event);
   \`\`\`
3. The model answers without tools.

> A step is one request to the model.
>
> The limit is \`patchbay.maxIterations\`.

> [!WARNING]
> Calls that run are not taken back by <kbd>Esc</kbd>.

| State | Final | Typical time | What it means |
|:--|:-:|--:|---|
| \`pending\` | no | 0 ms | waits for permission |
| \`running\` | no | 1.2 s | the server works |
| \`timeout\` | yes | 60 s | the server took longer than its \`timeout\` |

### In code

\`\`\`typescript
/** Doubles the wait after every failure. */
export async function retry<T>(run: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= attempts) throw new Error(\`Gave up after \${attempt} attempts\`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 100)); // a very long line that has to scroll
    }
  }
}
\`\`\`

---

That is all. Ask me *anything* else.
`;

export const streamedSoFar = `Here is a small helper. It waits longer after every failure, and gives up after a few:

\`\`\`ts
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
\`\`\`

Now the helper itself:

\`\`\`ts
export async function retry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ru`;

export const longCode = `\`\`\`python
@dataclass
class Server(Base):
    """A server's life."""
    name: str = "everything"  # its key
    tools: list[Tool] = field(default_factory=list)

    async def call(self, tool: str, **args) -> Result:
        if not self.alive or len(args) > 0x10:
            raise ValueError(f"no {tool!r}")
        return await self.session.call(tool, args, timeout=12.5)
\`\`\`

\`\`\`json
{ "servers": { "files": { "command": "npx", "args": ["-y", "server"], "retries": 3, "on": true } } }
\`\`\`

\`\`\`bash
# start it
export TOKEN="$(cat token.txt)" && npx -y @scope/server --port 8080 | tee log.txt
\`\`\`

\`\`\`html
<section class="calls" data-n="2"><!-- calls --><h2>Calls</h2></section>
\`\`\`

\`\`\`css
.call > .name:hover { color: var(--x, #fff); margin: 0 4px !important; }
\`\`\`

\`\`\`rust
fn main() -> Result<(), Box<dyn Error>> { let n: u32 = "42".parse()?; println!("{n}"); Ok(()) }
\`\`\`

\`\`\`sql
SELECT tool, COUNT(*) AS n FROM calls WHERE status = 'error' GROUP BY tool ORDER BY n DESC LIMIT 10;
\`\`\`

\`\`\`diff
--- a/x.ts
+++ b/x.ts
@@ -1,2 +1,2 @@
-const a = 1;
+const a = 2;
\`\`\`

\`\`\`yaml
servers:
  - name: files   # the first
    timeout: 30
\`\`\`

    indented code, without a language

\`\`\`
a fence without a language
\`\`\`
`;

/** Nested lists, wide tables, long lines, every heading. */
export const nested = `# Deep lists and other wide things

- one
  - two, with words enough to need a second line in a narrow side bar
    - three
      - four \`with code\`
        - five
          - six
            - seven

1. first
   1. second
      - [x] done
      - [ ] to do, with **words** enough to need a second line
        1. fourth
10. tenth
100. hundredth

## Second heading, which is longer than the side bar is wide

### Third

#### Fourth

> Quoted
>
> > and quoted again, with words enough for two lines
> >
> > - a list in it

| Server | Tool | Arguments | State | Duration | Remarks |
|---|---|---|:-:|--:|---|
| filesystem | \`read_text_file\` | \`{"path":"src/agent/turn.ts","head":80}\` | done | 12 ms | nothing |
| weather | \`get_forecast_for_the_week\` | \`{"city":"Reykjavík"}\` | failed | 60,000 ms | The server took longer than its time limit, which is a minute |

\`\`\`ts src/agent/context/a-file-with-quite-a-long-name-of-its-own.ts
export const aVeryLongLine = (of: string, many: number, words: readonly string[]): string => words.slice(0, many).join(of);
\`\`\`

1. A step with code:

   \`\`\`
   npx -y @modelcontextprotocol/server-filesystem /home/me/project
   \`\`\`

   and words after it.

$$
\\sum_{i=1}^{n} \\left( x_i - \\bar x \\right)^2 = \\sum_{i=1}^{n} x_i^2 - n \\bar x^2 = (n - 1) s^2 = \\text{the sum of all squares of the differences}
$$
`;
