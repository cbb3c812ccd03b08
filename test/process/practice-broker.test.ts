import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MunimProcess } from '../support/munim-process.ts';

describe('npm run practice-broker', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'munim-practice-'));
    await writeFile(path.join(folder, 'prices.csv'), 'symbol,price\nTCS,3500\n');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const start = (...args: string[]) => new MunimProcess(['practice-broker', ...args], process.env);

  it('says how to connect, trades, keeps its account over a kill, and ends with what happened', async () => {
    const words = ['--port', '0', '--prices', path.join(folder, 'prices.csv'), '--cash', '10000'];
    const state = path.join(folder, 'state.json');
    const order = async (url: string) => {
      const answer = await fetch(`${url}/orders/regular`, {
        method: 'POST',
        headers: { authorization: 'token any:token' },
        body: 'exchange=NSE&tradingsymbol=TCS&transaction_type=BUY&order_type=MARKET&market_protection=-1&quantity=1&product=CNC&validity=DAY&tag=PRACTICE1',
      });
      return answer.status;
    };
    const first = start(...words, '--state', state);
    const [, url = ''] = await first.said(/ZERODHA_BASE_URL=(http:\/\/127\.0\.0\.1:\d+)/);
    await first.said(`DHAN_BASE_URL=${url}`);
    assert.equal(await order(url), 200);
    await first.said(/BUY 1 TCS at the market, tag PRACTICE1: \d+ COMPLETE/);
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    assert.match(await readFile(state, 'utf8'), /"cash":"6500"/);

    const second = start(...words, '--state', state);
    const [, again = ''] = await second.said(/ZERODHA_BASE_URL=(http:\/\/127\.0\.0\.1:\d+)/);
    assert.match(second.output, /₹6,500 of play money/);
    assert.equal(await order(again), 200);
    assert.equal(await order(again), 400);
    process.kill(second.pid, 'SIGTERM');
    const { code, output, errors } = await second.ended;
    assert.deepEqual([code, errors], [0, '']);
    // The same tag three times, over both runs.
    assert.match(output, /3 order requests, 2 orders, 2 fills, ₹3000 left\. Sent more than once: 2\./);
  });
});
