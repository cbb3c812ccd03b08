import assert from 'node:assert/strict';

import { leadsInward } from '../../../../core/llm/index.ts';
import { wrongAddress } from '../../../../core/llm/settings/inward.ts';

describe('addresses that a person enters for a provider', () => {
  for (const address of [
    'https://127.0.0.1/v1',
    'https://localhost/v1',
    'https://LOCALHOST./v1',
    'https://2130706433/v1',
    'https://0x7f.1/v1',
    'https://0/v1',
    'https://10.1.2.3/v1',
    'https://172.31.0.1/v1',
    'https://192.168.1.10:11434/v1',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/v1',
    'https://[::1]/v1',
    'https://[::ffff:127.0.0.1]/v1',
    'https://[::ffff:10.0.0.1]/v1',
    'https://[fd00::1]/v1',
    'https://[fe80::1]/v1',
    'https://[64:ff9b::7f00:1]/v1',
    'https://ollama/v1',
    'https://nas.local/v1',
    'https://metadata.google.internal/v1',
  ])
    it(`decisions/Provider chain: ${address} leads inward and is refused`, () => {
      assert.equal(leadsInward(address), true);
      assert.match(wrongAddress(address) ?? '', /network of this server/);
    });

  for (const address of ['https://api.example.com/v1', 'https://8.8.8.8/v1', 'https://[2606:4700::1111]/v1'])
    it(`${address} is taken`, () => {
      assert.equal(wrongAddress(address), null);
    });

  for (const [address, words] of [
    ['http://api.example.com/v1', /https/],
    ['ftp://api.example.com', /https/],
    ['api.example.com', /must be an address/],
    ['https://me:secret@api.example.com/v1', /user name/],
    ['https://api.example.com/v1?to=elsewhere', /path/],
    [`https://api.example.com/${'a'.repeat(300)}`, /300 characters/],
  ] as const)
    it(`${address.slice(0, 50)} is refused`, () => {
      assert.match(wrongAddress(address) ?? '', words);
    });
});
