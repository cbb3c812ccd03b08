import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { encryptPush, TEXT_BYTES } from '../../../../core/notifications/web-push/push-encryption.ts';
import { BrowserKeys } from '../../../support/push-service.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

describe('core/notifications encryption of push messages', () => {
  it('web push/RFC 8291 Appendix A: the example gives the body that the RFC prints', () => {
    const text = Buffer.from('When I grow up, I want to be a watermelon');
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
    const body = encryptPush(text, keys, text.length, { sender, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') });
    assert.equal(
      body.toString('base64url'),
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('web push/Padding: every text becomes a body of one size, and its browser alone opens it', () => {
    const browser = new BrowserKeys('https://fcm.googleapis.com/a');
    const other = new BrowserKeys('https://fcm.googleapis.com/b');
    const texts = fc.string({ unit: 'binary', maxLength: TEXT_BYTES / 4 });
    fc.assert(
      fc.property(texts, (text) => {
        const body = encryptPush(Buffer.from(text), browser.subscription.keys);
        // Header of 86, text and its end mark, tag of 16.
        assert.equal(body.length, 86 + TEXT_BYTES + 1 + 16);
        assert.equal(browser.open(body), Buffer.from(text).toString());
        assert.throws(() => other.open(body));
      }),
      { numRuns: 30 },
    );
    assert.throws(() => encryptPush(Buffer.alloc(TEXT_BYTES + 1), browser.subscription.keys), RangeError);
  });

  it('web push/Encryption: the same text never gives the same body', () => {
    const { keys } = new BrowserKeys('https://fcm.googleapis.com/a').subscription;
    const bodies = [1, 2].map(() => encryptPush(Buffer.from('x'), keys));
    assert.notDeepEqual(bodies[0]?.subarray(0, 86), bodies[1]?.subarray(0, 86));
    assert.notDeepEqual(bodies[0]?.subarray(86), bodies[1]?.subarray(86));
  });
});
