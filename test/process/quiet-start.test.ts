import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';

// Twelve shares and a fund: Yahoo is asked for eight at a time and AMFI once, all under the signal of one refresh.
const TRADES = [
  'Symbol,Date,Type,Quantity,Price,ISIN,Asset_Class',
  ...Array.from({ length: 12 }, (_, at) => `SHARE${at},2026-01-05,BUY,5,3200,,Indian Equity`),
  'A FUND,2026-01-05,BUY,5,32,INF209K01157,Mutual Fund',
].join('\n');
/** A warning of Node, as it stands on standard error: `(node:123) MaxListenersExceededWarning: …`. */
const WARNING = /^\(node:\d+\).*Warning.*$/m;

describe('a start of the product warns of nothing', () => {
  let family: MunimFamily;
  afterEach(async () => await family.close());

  const quiet = (one: MunimProcess): void =>
    assert.doesNotMatch(one.errors, WARNING, `standard error has a warning:\n${one.errors}`);

  it('in a fresh folder, with the first import and its prices, and started again', async () => {
    // Answers late, so that all that asks under one signal waits at once.
    const outside = createServer((_, answer) => {
      setTimeout(() => answer.writeHead(404).end(), 200);
    });
    await new Promise<void>((ready) => outside.listen(0, '127.0.0.1', ready));
    const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    family = await MunimFamily.open({ YAHOO_BASE_URL: address, AMFI_BASE_URL: address });
    try {
      const first = await family.start();
      const client = await first.signedIn();
      const form = new FormData();
      form.append('file', new Blob([TRADES]), 'trades.csv');
      const staged = await client.request<{ import_id: string }>('POST', '/api/portfolio/csv/upload', {
        body: form,
      });
      const done = await client.post('/api/portfolio/csv/commit', { import_id: staged.body.import_id });
      assert.equal(done.body['imported'], 13, done.text);
      const refreshed = await client.post('/api/portfolio/market-data/refresh', {});
      assert.equal(refreshed.status, 200, refreshed.text);
      quiet(first);
      await first.stop();
      quiet(first);
      const again = await family.start();
      await again.stop();
      quiet(again);
    } finally {
      outside.closeAllConnections();
      outside.close();
    }
  });

  it('with its roles apart on one database', async () => {
    family = await MunimFamily.open();
    const all = await Promise.all([family.start(['api']), family.start(['bot']), family.start(['jobs'])]);
    await all[0]?.signedIn();
    for (const one of all) {
      await one.stop();
      quiet(one);
    }
  });
});
