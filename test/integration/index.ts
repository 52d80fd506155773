/** The entry of the integration tests: runs Mocha inside the extension host. */
import { format } from 'node:util';
import Mocha from 'mocha';

/** Called by VS Code. Rejects when a test fails. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, color: false });
  // The console of the extension host does not fill in the %s of a format on its way out.
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => console.log(format(...args));
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await import('./activation.test.ts');
  await import('./attachments.test.ts');
  await import('./customTools.test.ts');
  await import('./languageModels.test.ts');
  await import('./linkedServers.test.ts');
  await import('./nativeTools.test.ts');
  await import('./onFirstUse.test.ts');
  await import('./questions.test.ts');
  await import('./servers.test.ts');
  await import('./settingsFile.test.ts');
  await import('./tree.test.ts');
  await import('./turn.test.ts');
  await import('./turnUndo.test.ts');
  await import('./variables.test.ts');
  await new Promise<void>((resolve, reject) => {
    mocha.run((failures) =>
      failures === 0 ? resolve() : reject(new Error(`${failures} integration tests failed.`)),
    );
  });
}
