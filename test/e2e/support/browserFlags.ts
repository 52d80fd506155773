/** Makes windows cheaper: half of what a window test costs is that VS Code starts. */

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

/** For pages that live for seconds: to optimize their code, and to collect their garbage early, costs more than it gives. */
export const shortLived: readonly string[] = [
  `--disable-features=${[...byPlaywright, COMPILES_AGAIN].join(',')}`,
  '--js-flags=--no-maglev --no-turbofan --single-threaded-gc --min-semi-space-size=64 --initial-heap-size=512',
];
