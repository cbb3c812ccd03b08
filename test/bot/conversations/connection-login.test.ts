import assert from 'node:assert/strict';
import fc from 'fast-check';
import { requestTokenIn } from '../../../bot/conversations/connection-login.ts';

describe('contract/Chat: the token that a login on the broker’s page ends with', () => {
  for (const [given, token] of [
    ['abc123', 'abc123'],
    ['  abc123 \n', 'abc123'],
    ['https://127.0.0.1/?request_token=abc123&action=login&status=success', 'abc123'],
    ['http://localhost:3000/callback?action=login&request_token=abc123', 'abc123'],
    ['https://example.org/dhan?tokenId=abc-123', 'abc-123'],
    ['https://example.org/?status=cancelled', 'https://example.org/?status=cancelled'],
    ['https://', 'https://'],
  ] as const)
    it(given.trim(), () => assert.equal(requestTokenIn(given), token));

  it('whatever stands around it in the address', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{1,40}$/), fc.webUrl(), (token, address) => {
        const url = new URL(address);
        url.searchParams.set('request_token', token);
        assert.equal(requestTokenIn(url.href), token);
      }),
    );
  });
});
