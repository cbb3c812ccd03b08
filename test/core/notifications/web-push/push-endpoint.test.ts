import assert from 'node:assert/strict';
import { pushEndpoint, wrongKey } from '../../../../core/notifications/web-push/index.ts';
import { BrowserKeys } from '../../../support/push-service.ts';

describe('core/notifications addresses of push services', () => {
  it('web push/Endpoint: https, port 443, and a host of a known service or below one', () => {
    for (const known of [
      'https://fcm.googleapis.com/fcm/send/abc:def',
      'https://fcm.googleapis.com:443/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://wns2-pn1p.notify.windows.com/w/?token=abc',
    ])
      assert.notEqual(pushEndpoint(known), null, known);
    for (const strange of [
      'http://fcm.googleapis.com/a',
      'https://fcm.googleapis.com:8443/a',
      'https://user@fcm.googleapis.com/a',
      'https://:secret@fcm.googleapis.com/a',
      'https://fcm.googleapis.com/a#b',
      'https://fcm.googleapis.com./a',
      'https://evilfcm.googleapis.com/a',
      'https://fcm.googleapis.com.evil.example/a',
      'https://googleapis.com/a',
      'https://evil.example/https://fcm.googleapis.com/',
      'https://evil.example\\@fcm.googleapis.com/a',
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'file:///etc/passwd',
      'fcm.googleapis.com/a',
      '',
      `https://fcm.googleapis.com/${'a'.repeat(1024)}`,
    ])
      assert.equal(pushEndpoint(strange), null, strange);
  });

  it('web push/Keys: a point off the curve and a secret of another length are named', () => {
    const { keys } = new BrowserKeys('https://fcm.googleapis.com/a').subscription;
    const point = Buffer.from(keys.p256dh, 'base64url');
    const off = Buffer.from(point);
    off[64] = (off[64] ?? 0) ^ 1;
    assert.equal(wrongKey(keys), null);
    assert.equal(wrongKey({ ...keys, p256dh: off.toString('base64url') }), 'p256dh');
    assert.equal(wrongKey({ ...keys, p256dh: point.subarray(1).toString('base64url') }), 'p256dh');
    assert.equal(wrongKey({ ...keys, auth: 'AAAA' }), 'auth');
  });
});
