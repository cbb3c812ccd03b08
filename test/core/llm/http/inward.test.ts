import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { createHttpProvider, isInwardAddress, leadsInward } from '../../../../core/llm/index.ts';
import { startModelServer } from '../../../support/model-server.ts';
import { callOf, failureOf } from '../provider-contract.ts';

/** Addresses of this machine, its networks and its cloud, also in spellings that hide it. */
const INWARD = [
  'http://127.0.0.1:11434/v1',
  'http://127.1/v1',
  'http://0x7f.1/v1',
  'http://2130706433/v1',
  'http://017700000001/v1',
  'http://１２７.0.0.1/v1',
  'http://127.0.0.1./v1',
  'http://0.0.0.0/v1',
  'http://localhost/v1',
  'http://LOCALHOST./v1',
  'http://models.localhost/v1',
  'http://nas.local/v1',
  'http://metadata.google.internal/v1',
  'http://ollama/v1',
  'http://10.1.2.3/v1',
  'http://172.31.255.255/v1',
  'http://192.168.0.10/v1',
  'http://100.64.0.1/v1',
  'http://169.254.169.254/latest',
  'http://168.63.129.16/v1',
  'http://255.255.255.255/v1',
  'http://[::1]/v1',
  'http://[::]/v1',
  'http://[::ffff:127.0.0.1]/v1',
  'http://[::ffff:a9fe:a9fe]/v1',
  'http://[::127.0.0.1]/v1',
  'http://[64:ff9b::10.0.0.1]/v1',
  'http://[2002:7f00:1::]/v1',
  'http://[fe80::1]/v1',
  'http://[fd00:ec2::254]/v1',
  'http://[0:0:0:0:0:0:0:1]/v1',
];
const OUTWARD = [
  'https://api.example.com/v1',
  'https://8.8.8.8/v1',
  'https://172.32.0.1/v1',
  'https://[2606:4700::1111]/v1',
  'https://[::ffff:8.8.8.8]/v1',
  'https://[64:ff9b::808:808]/v1',
  'https://localhost.example.com/v1',
  'https://10.0.0.1.example.com/v1',
];

describe('addresses that point inward', () => {
  it('decisions/Provider chain: every spelling of an inward address is known, and no other', () => {
    assert.deepEqual(
      INWARD.filter((url) => !leadsInward(new URL(url))),
      [],
    );
    assert.deepEqual(
      OUTWARD.filter((url) => leadsInward(new URL(url))),
      [],
    );
    assert.equal(isInwardAddress('fe80::1%eth0'), true);
    assert.equal(isInwardAddress('not an address'), true, 'what cannot be read is not trusted');
  });

  it("decisions/Provider chain: the operator's own settings may point inward, a person's may not, nor may their names lead there", async () => {
    const server = await startModelServer();
    try {
      const { port } = new URL(server.baseUrl);
      const toLoopback: LookupFunction = (_name, options, done) =>
        options.all === true
          ? done(null, [
              { address: '8.8.8.8', family: 4 },
              { address: '127.0.0.1', family: 4 },
            ])
          : done(null, '127.0.0.1', 4);
      const open = (baseUrl: string, allowInward: boolean) =>
        createHttpProvider({
          id: 'provider_a',
          format: 'chat_completions',
          baseUrl,
          model: 'loopback-1',
          apiKey: 'sk-of-a-person-000000',
          contextTokens: null,
          allowInward,
          clock: { now: () => new Date('2026-06-15T10:00:00.000Z') },
          lookup: toLoopback,
        });
      const name = `http://models.example.com:${port}/v1`;
      for (const baseUrl of [server.baseUrl, name]) {
        const failure = await failureOf(callOf(open(baseUrl, false)));
        assert.equal(failure.class, 'NOT_CONFIGURED', failure.reason);
        assert.match(failure.reason, /private network/);
      }
      assert.equal(server.requests.length, 0);
      await callOf(open(server.baseUrl, true));
      assert.equal(server.requests.length, 1);
    } finally {
      await server.close();
    }
  });
});
