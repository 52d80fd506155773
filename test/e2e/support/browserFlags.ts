/** Makes windows cheaper: half of what a window test costs is that VS Code starts. */
import { shortLivedScripts } from '../../fixtures/shortLivedPages.ts';

/** What Playwright 1.65 turns off in Chromium: it has one such flag, and the last one counts. */
const byPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** With it, Chromium 153 compiles modules, the workbench among them, again each time instead of using its cache. */
const COMPILES_AGAIN = 'BackgroundResourceFetch';

/** The process that draws takes a start and memory of its own, and all that is drawn goes to it. */
const DRAWS_HERE = '--in-process-gpu';

export const shortLived: readonly string[] = [
  `--disable-features=${[...byPlaywright, COMPILES_AGAIN].join(',')}`,
  shortLivedScripts,
  DRAWS_HERE,
];
