import assert from 'node:assert/strict';
import { isLoopback, isLoopbackHost, limitKey } from '../../api/address.ts';

describe('api addresses', () => {
  it('one network counts as one', () => {
    for (const [address, key] of [
      ['203.0.113.9', '203.0.113.9'],
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['', ''],
    ] as const)
      assert.equal(limitKey(address), key, address);
  });

  it('this machine is told from others', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      assert.ok(isLoopback(address), address);
    for (const address of ['10.0.0.1', '128.0.0.1', '::2', '']) assert.ok(!isLoopback(address), address);
    for (const host of ['localhost:8080', 'LOCALHOST', '127.0.0.1:80', '[::1]:8080', 'munim.localhost'])
      assert.ok(isLoopbackHost(host), host);
    for (const host of ['localhost.evil.example', '127.0.0.1.evil.example', 'munim.example:8080', ''])
      assert.ok(!isLoopbackHost(host), host);
  });
});
