import assert from 'node:assert/strict';
import { labelOf, subscriptionStep } from '../../api/dashboard/src/browser-notices/steps.ts';

describe('dashboard/notices in this browser', () => {
  it('a subscription that the server no longer lists ends; a lost one is made anew', () => {
    assert.equal(subscriptionStep({ isListed: false, isSubscribed: true }), 'end');
    assert.equal(subscriptionStep({ isListed: true, isSubscribed: true }), 'subscribe');
    assert.equal(subscriptionStep({ isListed: true, isSubscribed: false }), 'subscribe');
    assert.equal(subscriptionStep({ isListed: false, isSubscribed: false }), 'subscribe');
  });

  it('a browser is named by itself and its system', () => {
    for (const [agent, label] of [
      ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
      [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0',
        'Edge on Windows',
      ],
      [
        'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36',
        'Chrome on Android',
      ],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
        'Safari on iPhone',
      ],
      ['curl/8', 'Browser'],
    ] as const)
      assert.equal(labelOf(agent), label);
  });
});
