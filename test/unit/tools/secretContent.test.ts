/** Which texts look as if they held a secret. */
import assert from 'node:assert/strict';
import { looksSecret } from '../../../src/tools/index.ts';
import { processorTime } from '../../fixtures/processorTime.ts';

type Case = readonly [path: string, text: string];

describe('the search for secrets in a file', () => {
  const secrets: Readonly<Record<string, Case>> = {
    'a password in JSON': ['a.json', '{ "db": { "password": "hunter2" } }'],
    'a password in YAML': ['a.yml', 'db:\n  password: s3cr3t-value\n'],
    'a password in properties': ['a.properties', 'spring.datasource.password=Rose8ud\n'],
    'a password in a connection string': [
      'web.config',
      '<add connectionString="Server=x;Password=Xy12ab;"/>',
    ],
    'a password in an element': ['a.xml', '<Password>Zx9kqq1</Password>'],
    'a password as name and value': ['a.yaml', 'env:\n - name: DB_PASSWORD\n   value: abc9kk\n'],
    'a password in notes': ['notes.txt', 'Password: Tulip42!\n'],
    'a password in an address': ['a.txt', 'postgres://app:tulip42@db.internal/x'],
    'a password in a table': ['users.csv', 'name,password\nann,tulip42\n'],
    'a passphrase': ['a.txt', 'ftp password = correct-horse-battery-staple'],
    'a password in code': ['a.ts', "const options = { password: 'kJ8#mPq2' };"],
    'a key in TOML': ['a.toml', 'api_key = "9f8b7c6d5e4f3a2b1c0d"\n'],
    'a key in code': ['a.py', 'API_KEY = "f4a91c0b7d2e8a6f5c3b"'],
    'a key in a script': ['a.sh', 'export API_TOKEN=8d7f6a5b4c3d2e1f0a9b'],
    'a token in a header': ['a.json', '{ "Authorization": "Bearer 8d7f6a5b4c3d2e1f0a9b" }'],
    'a token of GitHub': ['a.ts', "const t = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'"],
    'a key of AWS': ['a.ts', 'const key = "AKIAZ7Q2M4X8N6P3W5TL";'],
    'a key of Azure': ['a.json', `{ "x": "AccountKey=${'Eby8vdM02xNOcqFl'.repeat(5)}==;" }`],
    'a JSON web token': ['a.txt', `x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmN`],
    'a private key': ['a.md', `-----BEGIN EC PRIVATE KEY-----\n${'MHcCAQEEIHRKwJOJm8lM'.repeat(3)}\n`],
    'a password in a block of YAML': ['a.yaml', 'password: >-\n  Tulip42!xy\n'],
    'a token in a text of TOML': ['a.toml', 'token = """\nq7Xz9LmP2vKt8RwY4bNc6HdF"""\n'],
    'a password in a section of XML': ['a.xml', '<password><![CDATA[Tulip42!xy]]></password>'],
    'a password in an element with a name': ['a.xml', '<property name="password">Tulip42!xy</property>'],
    'a password in a list of properties': ['a.plist', '<key>password</key>\n\t<string>Tulip42!xy</string>'],
    'a password of netrc': ['a.cfg', 'machine x login y password Tulip42!xy'],
    'a password in a sentence': ['a.txt', 'The password is Tulip42!xy'],
    'a password in another language': ['a.txt', 'Kennwort: Tulip42!xy'],
    'a password in a statement': ['a.sql', "CREATE USER a IDENTIFIED BY 'Tulip42!xy';"],
    'a password in a connection string of code': [
      'a.cs',
      'var s = "Server=x;User Id=sa;Password=Tulip42!xy;";',
    ],
    'a token as an argument': ['a.json', '{ "args": ["--token", "q7Xz9LmP2vKt8RwY4bNc6HdF"] }'],
    'a token in a request': ['a.http', 'Authorization: Bearer q7Xz9LmP2vKt8RwY4bNc6HdF'],
    'the key of a service in variables': [
      'a.json',
      '{ "env": { "OPENAI_KEY": "q7Xz9LmP2vKt8RwY4bNc6HdF" } }',
    ],
    'a list of secrets': ['a.json', '{ "secrets": ["q7Xz9LmP2vKt8RwY4bNc6HdF"] }'],
    'the sign-in at a registry': ['a.json', '{ "auths": { "r": { "auth": "dXNlcjpwYXNzd29yZDEyMw==" } } }'],
    'nothing but a token': ['deploy-token', 'x8Kq92LmZp47TvRw31Nc\n'],
  };
  for (const [what, [path, text]] of Object.entries(secrets))
    it(`finds ${what}`, () => assert.ok(looksSecret(text, path), text));

  const ordinary: Readonly<Record<string, Case>> = {
    types: ['a.ts', 'interface A { password: string; token: string }'],
    'a variable of the environment': ['a.ts', 'const token = process.env.TOKEN;'],
    'a fixture of a test': ['a.test.ts', "login({ password: 'secret', token: 'abc123' });"],
    'texts for users': ['de.json', '{ "password": "Passwort", "forgotPassword": "Passwort vergessen?" }'],
    'texts in a language without spaces': ['ja.json', '{ "password": "パスワードを入力してください" }'],
    references: ['a.yml', 'password: ${DB_PASSWORD}\ntoken: ${{ secrets.TOKEN }}\nsecretName: my-secret-1\n'],
    placeholders: [
      'a.json',
      '{ "password": "<your password>", "token": "YOUR_TOKEN", "apiKey": "changeme1" }',
    ],
    'a limit of tokens': ['a.json', '{ "max_tokens": 4096, "tokenizer": "cl100k_base_v2" }'],
    'an address for tokens': ['a.json', '{ "tokenUrl": "https://a.example/oauth/token2" }'],
    'versions of packages': ['package.json', '{ "@inquirer/password": "^4.0.23", "jsonwebtoken": "9.0.2" }'],
    'a digest of a lock': ['yarn.lock', '"@babel/token@^7.1.2":\n  integrity sha512-aaaaBBBB1111'],
    'the hash of a commit': ['REVISION', '3ecd8f0346d47d7b01d7a5acf059e3206f630f53'],
    'a guide that shows an example': ['README.md', 'Set `API_KEY=your-key-here`, password: "hunter2"'],
    'statements without a password': ['a.sql', 'CREATE USER a IDENTIFIED BY RANDOM;'],
    'a setting of how to sign in': ['a.yaml', 'auth: oauth2-client\nauth:\n  type: basic\n'],
    'code that reads keys': ['a.ts', "if (line === '-----BEGIN PRIVATE KEY-----') read();"],
  };
  for (const [what, [path, text]] of Object.entries(ordinary))
    it(`ignores ${what}`, () => assert.ok(!looksSecret(text, path), text));

  it('takes little time for a long text made to keep it busy', () => {
    for (const piece of [
      'token="',
      "token='",
      'secret',
      'eyJa-',
      '-eyJ',
      'a:',
      'token:x ',
      '://a:',
      'x@',
      '-----BEGIN ',
    ]) {
      const taken = processorTime();
      looksSecret(piece.repeat(200_000), 'a.json');
      assert.ok(taken() < 3_000, `${piece}: ${taken()} ms`);
    }
  });
});
