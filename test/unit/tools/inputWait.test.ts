import assert from 'node:assert/strict';
import { promptIn } from '../../../src/tools/inputWait.ts';

describe('A prompt at the end of an output', () => {
  for (const [output, prompt] of [
    ['Setting up.\nproject name: ', 'project name:'],
    ['Overwrite? ', 'Overwrite?'],
    ['Continue [y/N] ', 'Continue [y/N]'],
    ['(yes/no)', '(yes/no)'],
    ['>>> ', '>>>'],
    ['\u001b]0;title\u0007\u001b[1mName:\u001b[0m ', 'Name:'],
    ['50 %\r\u001b[2KName: ', 'Name:'],
  ] as const)
    it(`is seen in ${JSON.stringify(output)}`, () =>
      assert.deepEqual(promptIn(output), { prompt, isSecret: false }));

  for (const output of [
    '[sudo] password for me: ',
    "Enter passphrase for key '/home/me/.ssh/id': ",
    'Personal access token: ',
    'Enter your password\n> ',
    'Kennwort: ',
    'Verification code: ',
    'Authentication code: ',
    '2FA code: ',
    '[sudo] Mot de passe de moi : ',
    'Contraseña: ',
    'Contrasen\u0303a: ',
    'Senha: ',
    'Wachtwoord: ',
    'Hasło: ',
    'Пароль: ',
    '密码:',
    'パスワード:',
    '암호: ',
  ])
    it(`is one for a secret in ${JSON.stringify(output)}`, () =>
      assert.equal(promptIn(output)?.isSecret, true));

  for (const output of ['', 'Listening on port 3000\n', 'Compiling', 'Name:\n', 'done.\n\n'])
    it(`is not seen in ${JSON.stringify(output)}`, () => assert.equal(promptIn(output), undefined));

  it('is bounded and has no hidden characters', () => {
    const { prompt } = promptIn(`${'x'.repeat(100_000)}\u202e\u200b?`) ?? assert.fail();
    assert.ok(prompt.length <= 200 && !/[\u202e\u200b]/.test(prompt));
  });
});
