/** The markdown of the preview: an answer with everything in it, one that is half written, and code. */

export const answer = `# How a turn works

A turn goes from **your message** to the *final answer*. In between the model may ask for tools; see the
[specification](https://modelcontextprotocol.io/specification "MCP") or https://example.com/turns, and read
\`src/agent/turn.ts\`. A link to [a file](src/agent/turn.ts) is not followed, ~~nor~~ is ![a picture](https://example.com/p.png).

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
