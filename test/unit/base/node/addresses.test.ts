/** Where addresses are, in all the ways to write them. */
import assert from 'node:assert/strict';
import { zoneOf, zoneOfHost } from '../../../../src/base/node/addresses.ts';

describe('the zone of an address', () => {
  const zones: Readonly<Record<string, readonly string[]>> = {
    loopback: [
      '127.0.0.1',
      '127.255.255.254',
      '0.0.0.0',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '0:0:0:0:0:ffff:7f00:0001',
      '::127.0.0.1',
      '::ffff:0:127.0.0.1',
      '64:ff9b::127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '::1%lo',
    ],
    linkLocal: [
      '169.254.169.254',
      '169.254.0.1',
      'fe80::1',
      'febf::1',
      'fe80::1%eth0',
      '::ffff:169.254.169.254',
      '64:ff9b::a9fe:a9fe',
    ],
    private: [
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '100.64.0.1',
      '100.127.255.255',
      'fd00:ec2::254',
      'fc00::1',
      'fec0::1',
      '::ffff:10.1.2.3',
      '64:ff9b::192.168.0.1',
      '64:ff9b:1::8.8.8.8',
      '2002:c0a8:101::1',
    ],
    reserved: [
      '0.1.2.3',
      '192.0.0.170',
      '192.0.2.1',
      '198.18.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
      'ff02::1',
      '2001:db8::1',
      '2001:0:4136:e378::1',
      '100::1',
      'no address',
      '',
    ],
    public: [
      '8.8.8.8',
      '172.32.0.1',
      '172.15.255.255',
      '100.128.0.1',
      '192.169.0.1',
      '2606:4700::1111',
      '::ffff:8.8.8.8',
      '64:ff9b::8.8.8.8',
      '2002:808:808::1',
      '1.1.1.1',
    ],
  };
  for (const [zone, addresses] of Object.entries(zones))
    it(`is ${zone} for ${addresses.length} spellings of such addresses`, () => {
      assert.deepEqual(
        addresses.filter((address) => zoneOf(address) !== zone),
        [],
      );
    });

  it('is known for hosts that are addresses, however a URL writes them, and for names of this machine', () => {
    const zoneIn = (url: string) => zoneOfHost(new URL(url).hostname);
    const loopback = [
      'http://127.0.0.1./',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://0177.0.0.1/',
      'http://127.1/',
      'http://0/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
      'http://localhost/',
      'http://LOCALHOST./',
      'http://a.b.localhost/',
      'http://１２７.０.０.１/',
      'http://ⓛocalhost/',
      'http://127。0。0。1/',
    ];
    assert.deepEqual(
      loopback.filter((url) => zoneIn(url) !== 'loopback'),
      [],
    );
    assert.equal(zoneIn('http://0xa9fea9fe/latest'), 'linkLocal');
    assert.equal(zoneIn('http://localhost.example/'), undefined);
    assert.equal(zoneIn('http://127.0.0.1.example/'), undefined);
  });
});
