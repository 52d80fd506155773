/** Which files are sensitive by their names, whatever tricks a path plays. */
import assert from 'node:assert/strict';
import { classifySensitive } from '../../../src/tools/index.ts';
import { processorTime } from '../../fixtures/processorTime.ts';

const kindsOf = (paths: readonly string[], globs: readonly string[] = []) =>
  Object.fromEntries(paths.map((path) => [path, classifySensitive(path, globs)]));
const all = (paths: readonly string[], kind: string | undefined) =>
  Object.fromEntries(paths.map((path) => [path, kind]));

describe('sensitive files', () => {
  it('are environment files', () => {
    const paths = [
      '.env',
      '/work/app/.env',
      'C:\\app\\.env',
      '.env.local',
      '.env.production',
      '.env-prod',
      'prod.env',
      '.envrc',
      '.dev.vars',
      '.dev.vars.production',
    ];
    assert.deepEqual(kindsOf(paths), all(paths, 'environment'));
  });

  it('are private keys, and what lies in the folders for them', () => {
    const paths = [
      'server.pem',
      'tls/server.key',
      'id_rsa',
      'deploy/id_ed25519',
      'id_rsa.old',
      'id_ed25519_work',
      'cert.p12',
      'cert.PFX',
      'store.jks',
      'pass.kdbx',
      '.ssh/config',
      'home/.gnupg/x/y',
      'ssh_host_rsa_key',
      'config/master.key',
      'private-key.txt',
    ];
    assert.deepEqual(kindsOf(paths), all(paths, 'key'));
  });

  it('are credentials of programs and services', () => {
    const paths = [
      '.npmrc',
      '.pypirc',
      '.netrc',
      '_netrc',
      '.aws/credentials',
      '.aws/config',
      '.docker/config.json',
      '.kube/config',
      '.config/gcloud/x.db',
      'credentials.json',
      'credentials-prod.json',
      '.mcp.json',
      'vault.yml',
      '.vault_pass.txt',
      'backup-codes.txt',
      'seed-phrase.txt',
      'Passwörter.txt',
      'lastpass-export.csv',
      'rclone.conf',
      'kaggle.json',
      'secrets/db_password',
      '/proc/self/task/1/environ',
      '.auth/user.json',
      '.gh_token',
      'token',
      'my-credentials.json',
      'my-service-account.json',
      'service_account.json',
      'serviceAccountKey.json',
      'client_secret_123.json',
      '.git-credentials',
      '.terraformrc',
      'terraform.tfstate',
      'terraform.tfstate.backup',
      'prod.tfvars',
      '.htpasswd',
      'secrets.yml',
      'secrets',
      'app.secrets.json',
      '.bash_history',
      '.git/config',
      '.vscode/mcp.json',
      '.cursor/mcp.json',
      'claude_desktop_config.json',
      '.claude.json',
      'sftp.json',
      'local.settings.json',
      'settings.local.json',
      'appsettings.Development.json',
      'nuget.config',
      'auth.json',
      'passwords.txt',
      'api-keys.yaml',
      'token.txt',
      'prod.secrets',
      'secrets.h',
      'database.yml',
      'application-prod.yml',
      'prod.kubeconfig',
      'app-firebase-adminsdk-1a.json',
      '.config/google-chrome/Default/Cookies',
    ];
    assert.deepEqual(kindsOf(paths), all(paths, 'credentials'));
  });

  it('are found whatever a file system makes of the path', () => {
    const paths = [
      '.ENV',
      '.Env',
      '.env.',
      '.env ',
      '.env . .',
      '.env::$DATA',
      '.env:stream',
      '.env/',
      '.env/.',
      'a/../.env',
      '.env/x/..',
      './/.env',
      'a\\..\\.env',
      '．env',
      '.ｅnv',
      '.en\u200dv',
      '.\u{e0065}env',
      '.e\u0301nv',
      '.énv',
      '.env\u0000',
      '\ufeff.env',
    ];
    assert.deepEqual(kindsOf(paths), all(paths, 'environment'));
    const keys = [
      'ıd_rsa',
      'İD_RSA',
      'id_r\u017fa',
      '.S\u017fh/x',
      '.ssh ./x',
      '.ssh::$INDEX_ALLOCATION/x',
      '\u212aey.\u212aey',
    ];
    assert.deepEqual(kindsOf(keys), all(keys, 'key'));
  });

  it('are found as the copies that programs make of them', () => {
    const paths = [
      '.env~',
      '.env.bak',
      '.env.swp',
      '..env.swp',
      '#.env#',
      '.#.env',
      'prod.env.old',
      'prod.env (1)',
    ];
    assert.deepEqual(kindsOf(paths), all(paths, 'environment'));
  });

  it('are not examples made to be shared, public keys, or code that only has such a name', () => {
    const paths = [
      '.env.example',
      '.env.sample',
      '.env.template',
      '.env.local.example',
      'credentials.example.json',
      'id_rsa.pub',
      'src/secrets.ts',
      'src/credentials/index.ts',
      'secretary.txt',
      'src/environment.ts',
      'keys.ts',
      'monkey.md',
      '.environment',
      'package.json',
      'design-tokens.json',
      'src/token.ts',
      'appsettings.json',
      'mcp.ts',
      'src/.docker/Dockerfile',
      '',
      '/',
      '..',
    ];
    assert.deepEqual(kindsOf(paths), all(paths, undefined));
  });

  it('are those that the user names besides, which takes nothing away', () => {
    const globs = ['internal/**', '*.Ledger', 'notes/{a,b}.md', '{broken', '/top'];
    const paths = ['x/internal/a/b.txt', '2026.ledger', 'notes/a.md', 'notes/B.MD', 'top/x'];
    assert.deepEqual(kindsOf(paths, globs), all(paths, 'setting'));
    assert.deepEqual(
      kindsOf(['notes/c.md', 'ledger', '{broken'], globs),
      all(['notes/c.md', 'ledger', '{broken'], undefined),
    );
    assert.equal(classifySensitive('.env', ['!.env', '']), 'environment');
  });

  it('take no long time over a long path', () => {
    const taken = processorTime();
    classifySensitive(`${'service-account'.repeat(50_000)}${' .'.repeat(50_000)}x`, ['*-*x']);
    assert.ok(taken() < 1_000, `${taken()} ms`);
  });
});
