import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('figures over HTTP', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    world = await testApi();
    client = await world.signedIn();
    await client.post('/api/portfolio/portfolios', { name: 'Tails' });
    // Thirds, sevenths and tenths: whoever adds them up in doubles gets tails.
    for (let week = 0; week < 9; week += 1)
      for (const symbol of ['AAA', 'BBB', 'CCC']) {
        const day = new Date(Date.UTC(2024, 0, 5 + 7 * week)).toISOString().slice(0, 10);
        const { status, text } = await client.post('/api/portfolio/transactions', {
          portfolio: 'Tails',
          symbol,
          date: day,
          type: week % 3 === 2 ? 'SELL' : 'BUY',
          quantity: Number((0.7 + week * 0.1).toFixed(1)),
          price: Number((10.07 + week * 1.13 + symbol.charCodeAt(0)).toFixed(2)),
          fee_tax: 0.3,
          currency: 'INR',
        });
        assert.equal(status, 201, text);
      }
  });
  after(() => world.close());

  it('HTTP conventions: no figure of an answer has a tail of double arithmetic', async () => {
    const asked = [
      '/api/portfolio/v2/dashboard',
      '/api/portfolio/dashboard',
      '/api/portfolio/portfolios',
      '/api/portfolio/holdings',
      '/api/portfolio/transactions',
      '/api/portfolio/reports/tax-lots?explain=true',
      '/api/portfolio/reports/performance?explain=true',
      '/api/portfolio/reports/diversification?explain=true',
      '/api/portfolio/reports/attribution?explain=true',
      '/api/portfolio/reports/networth',
      '/api/portfolio/reports/activity',
    ];
    let figures = 0;
    for (const address of asked) {
      const { status, text, body } = await client.get<unknown>(address);
      assert.equal(status, 200, text);
      for (const [place, figure] of figuresOf(body)) {
        figures += 1;
        const digits = String(Math.abs(figure)).replace(/e.*$/, '').replace('.', '').replace(/^0+/, '');
        assert.ok(digits.length <= 15, `${figure} at ${address} ${place}`);
      }
    }
    assert.ok(figures > 200, `only ${figures} figures`);
  });

  it('HTTP conventions: an exact amount comes back as it was sent', async () => {
    for (const price of [0.1234567891, 12345.6789012345, 99999.99, 123456789012345, 1.1]) {
      const made = await client.post<{ price: number }>('/api/portfolio/transactions', {
        portfolio: 'Tails',
        symbol: `P${String(price).replace('.', '')}`,
        date: '2024-05-06',
        type: 'BUY',
        quantity: 1,
        price,
        currency: 'INR',
      });
      assert.equal(made.status, 201, made.text);
      assert.match(made.text, new RegExp(`"price":${String(price).replace('.', '\\.')}[,}]`));
    }
  });

  it('HTTP conventions: whatever becomes an answer is written by answerJson', () => {
    const files = ['api', 'core'].flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.startsWith('dashboard'))
        .map((name) => path.join(folder, name)),
    );
    const past = files.filter((name) => {
      const text = readFileSync(path.join(ROOT, name), 'utf8');
      return /(?:Reply\.json\(|body: Buffer\.from\(|ctx\.body = )JSON\.stringify\((?!problemBody)/.test(text);
    });
    assert.deepEqual(past, []);
  });
});

function* figuresOf(value: unknown, place = ''): Generator<[string, number]> {
  if (typeof value === 'number') yield [place, value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value)) yield* figuresOf(child, `${place}.${name}`);
}
