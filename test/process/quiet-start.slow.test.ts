import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BotApi } from '../support/bot-api.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';

// Twelve shares and a fund: Yahoo is asked for eight at a time and AMFI once, all under the signal of one refresh.
const TRADES = [
  'Symbol,Date,Type,Quantity,Price,ISIN,Asset_Class',
  ...Array.from({ length: 12 }, (_, at) => `SHARE${at},2026-01-05,BUY,5,3200,,Indian Equity`),
  'A FUND,2026-01-05,BUY,5,32,INF209K01157,Mutual Fund',
].join('\n');
/** A warning of Node, as it stands on standard error: `(node:123) MaxListenersExceededWarning: …`. */
const WARNING = /^\(node:\d+\).*Warning.*$/m;

describe('a start of the product, with the files of the image alone, warns of nothing', () => {
  let family: MunimFamily;
  let image: string;
  before(async () => {
    // Outside the checkout, so that none of its packages is found.
    image = await mkdtemp(path.join(tmpdir(), 'munim-image-'));
    execFileSync(process.execPath, [path.resolve('.ci/make-image.mjs'), image]);
  });
  afterEach(async () => await family.close());
  after(async () => await rm(image, { recursive: true, force: true }));

  const quiet = (one: MunimProcess): void =>
    assert.doesNotMatch(one.errors, WARNING, `standard error has a warning:\n${one.errors}`);

  // The gate runs this file on the newest Node as well: a module that Node deprecates speaks up here.
  it('in a fresh folder, with the first import and its prices, a chart on Telegram, and a printed report', async () => {
    // Answers late, so that all that asks under one signal waits at once.
    const outside = createServer((_, answer) => {
      setTimeout(() => answer.writeHead(404).end(), 200);
    });
    await new Promise<void>((ready) => outside.listen(0, '127.0.0.1', ready));
    const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    const telegram = new BotApi();
    family = await MunimFamily.open(
      {
        YAHOO_BASE_URL: address,
        AMFI_BASE_URL: address,
        PORTFOLIO_CHAT_ENABLED: '1',
        PORTFOLIO_CHAT_BOT_TOKEN: telegram.token,
        TELEGRAM_API_ROOT: await telegram.start(),
      },
      undefined,
      { program: [path.join(image, 'dist/program/main.js')] },
    );
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
      await client.post('/api/portfolio/portfolios', { name: 'Own' });
      const house = {
        symbol: 'HOUSE',
        asset_class: 'Unlisted',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 100,
      };
      const kept = await client.post('/api/portfolio/holdings', {
        ...house,
        portfolio: 'Own',
        current_price: 120,
      });
      assert.equal(kept.status, 201, kept.text);
      const { body: link } = await client.post<{ code: string }>('/api/chat/link-codes', {});
      const phone = telegram.chat({ userId: 4242 });
      await phone.says(`/start ${link.code}`);
      assert.match((await phone.reply()).text, /linked/i);
      await phone.says('/chart allocation');
      assert.ok((await phone.reply()).photo, 'a chart is drawn and sent');
      const printed = await client.get('/api/portfolio/reports/export?report=tax&fy=2025-26&format=pdf');
      assert.equal(printed.status, 200);
      for (const page of ['/', '/api/docs/swagger-ui-bundle.js', '/api/docs/swagger-ui.css'])
        assert.equal((await client.get(page)).status, 200, page);
      quiet(first);
      await first.stop();
      quiet(first);
    } finally {
      await telegram.stop();
      outside.closeAllConnections();
      outside.close();
    }
  });
});
