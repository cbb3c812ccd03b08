import assert from 'node:assert/strict';
import type { MarketFile } from '../../core/quality/index.ts';
import { marketFileKind } from '../../core/market/index.ts';
import { bhavcopy } from '../support/bhavcopy.ts';
import { zipOf } from '../support/nse-archive-server.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';

const AT = '/api/portfolio/market-data/files';
interface Refusal {
  code: string;
  detail: string;
}

describe('files of market data over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  before(async () => {
    world = await testApi({
      clock: { now: () => new Date('2026-03-02T10:00:00.000Z') },
      // As by default: an import that enters a symbol takes a second connection while it holds one.
      environment: { DATABASE_CONNECTIONS: '8' },
    });
    owner = await world.signedIn('owner');
    const { core } = world;
    for (const [symbol, price] of [
      ['TCS', 100],
      ['ACME', 50],
    ] as const)
      await core.portfolio.transactions.create(
        owner.userId,
        {
          portfolio: 'Main',
          symbol,
          date: '2026-02-02',
          type: 'BUY',
          quantity: 1,
          price,
          currency: 'INR',
          asset_class: 'Indian Equity',
        },
        { actor: 'test' },
      );
  });
  after(() => world.close());

  async function send<T = MarketFile>(
    name: string,
    file: Buffer | string,
    { query = '', fields = {}, by = owner }: { query?: string; fields?: object; by?: ApiClient } = {},
  ) {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
    form.append('file', new Blob([file]), name);
    return await by.request<T>('POST', `${AT}${query}`, { body: form });
  }
  const short = ({ kind, is_imported, rows, symbols, from, to, added, registered }: MarketFile) => [
    kind,
    is_imported,
    rows,
    symbols,
    from,
    to,
    added,
    registered,
  ];

  it('portfolio/Price history: a price file is shown, imported, and the same again changes nothing', async () => {
    const text = 'date,symbol,close\n2026-02-26,TCS,120\n2026-02-27,TCS,121\n2026-02-27,NOBODY,1\n';
    const preview = await send('prices.csv', text, { query: '?preview=true' });
    assert.equal(preview.status, 200, preview.text);
    assert.deepEqual(short(preview.body).slice(0, 6), ['prices', false, 3, 2, '2026-02-26', '2026-02-27']);
    assert.deepEqual(
      [preview.body.excluded, preview.body.excluded_rows],
      [[{ symbol: 'NOBODY', rows: 1 }], 1],
    );
    assert.equal((await world.core.instruments.resolve({ symbol: 'TCS' })).outcome, 'UNKNOWN');
    const { body } = await send('prices.csv', text);
    assert.deepEqual(short(body).slice(6), [2, 1]);
    const { rows } = await world.core.database.systemPool.query<{ price: string }>(
      `select current_price::float8 as price from portfolio.holdings where symbol = 'TCS'`,
    );
    assert.deepEqual(rows, [{ price: 121 }]);
    assert.deepEqual(short((await send('prices.csv', text)).body).slice(6), [0, 0]);
  });

  it('a zipped bhavcopy, closes of one symbol and of an index, and lists of an exchange', async () => {
    const day = bhavcopy('2026-02-25', [{ symbol: 'ACME', close: '55', isin: 'INE002A01018' }]);
    const packed = await send(`${day.name}.zip`, zipOf(day.name, day.text));
    assert.equal(packed.status, 200, packed.text);
    assert.deepEqual([packed.body.title, packed.body.added], ['UDiFF bhavcopy', 1]);
    const closes = 'Date,Close\n2026-02-26,25000\n';
    const unnamed = await send<Refusal>('closes.csv', closes);
    assert.deepEqual([unnamed.status, unnamed.body.code], [422, 'VALIDATION_ERROR']);
    assert.match(unnamed.text, /does not say whose prices/);
    assert.equal((await send('closes.csv', closes, { fields: { symbol: 'NIFTY50' } })).body.added, 1);
    assert.equal((await send('nifty500.csv', closes)).body.added, 1);
    const list =
      'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE\n' +
      'BETA,Beta Limited,EQ,01-JAN-2010,10,1,INE009A01021,10\n';
    const looked = await send('EQUITY_L.csv', list, { query: '?preview=true' });
    assert.deepEqual(
      [looked.body.kind, looked.body.title, looked.body.rows, looked.body.added],
      ['list', 'shares', 1, 0],
    );
    assert.equal((await world.core.instruments.resolve({ symbol: 'BETA' })).outcome, 'UNKNOWN');
    assert.equal((await send('EQUITY_L.csv', list)).body.added, 1);
    assert.equal((await world.core.instruments.resolve({ symbol: 'BETA' })).outcome, 'FOUND');
    const members = 'Company Name,Industry,Symbol,Series,ISIN Code\nBeta,IT,BETA,EQ,INE009A01021\n';
    const undated = await send('ind_nifty50list.csv', members);
    assert.match(undated.text, /does not name its index or its date/);
    const cut = await send<Refusal>('ind_nifty50list.csv', members, {
      fields: { index: 'NIFTY50', as_of: '2026-02-27' },
    });
    assert.deepEqual([cut.status, cut.body.code], [422, 'MARKET_FILE_UNKNOWN']);
  });

  it('other files, damaged archives, files that are too large, and other people are refused', async () => {
    const refusal = async (...given: Parameters<typeof send>) => {
      const { status, body } = await send<Refusal>(...given);
      return [status, body.code];
    };
    assert.deepEqual(await refusal('a.csv', 'a,b\n1,2\n'), [422, 'MARKET_FILE_UNKNOWN']);
    assert.deepEqual(await refusal('../../etc/passwd', ''), [422, 'MARKET_FILE_UNKNOWN']);
    const broken = zipOf('a.csv', 'date,symbol,close\n2026-02-26,TCS,120\n').fill(0, 40, 50);
    assert.deepEqual(await refusal('a.zip', broken), [422, 'MARKET_FILE_UNKNOWN']);
    assert.deepEqual(await refusal('a.csv', 'x', { fields: { index: 'SENSEX' } }), [422, 'VALIDATION_ERROR']);
    const other = await world.signedIn('other');
    assert.deepEqual(await refusal('a.csv', 'date,symbol,close\n2026-02-26,TCS,1\n', { by: other }), [
      403,
      'OWNER_ONLY',
    ]);
    const large = Buffer.alloc(64 * 1024 * 1024 + 70_000, 10);
    assert.equal((await send('large.csv', large)).status, 413);
  });

  it('the import of trades and holdings names a market file, and takes none for it', async () => {
    const form = new FormData();
    form.append('file', new Blob(['date,symbol,close\n2026-02-26,TCS,120\n']), 'prices.csv');
    const { status, body } = await owner.request<Refusal>('POST', '/api/portfolio/csv/upload', {
      body: form,
    });
    assert.deepEqual([status, body.code], [422, 'MARKET_DATA_FILE']);
    const kinds: [string, ReturnType<typeof marketFileKind>][] = [
      ['Symbol,Date,Type,Quantity,Price\nTCS,2026-01-01,BUY,1,1', null],
      ['Date,Symbol,Price,Quantity,Type\n2026-01-01,TCS,1,1,BUY', null],
      ['Symbol,ISIN,Quantity,Average price,Closing price\nTCS,,1,1,1', null],
      ['Company Name,Industry,Symbol,ISIN Code,Quantity\nA,B,C,D,1', null],
      ['Date,Description,Amount\n2026-01-01,x,1', null],
      ['date,INFY,TCS\n2026-01-01,1,2', 'prices'],
      ['DATE,BALANCE\n2026-01-01,abc', null],
      ['Date,Open,High,Low,Close,Adj Close,Volume\n2026-01-01,1,1,1,1,1,1', 'single prices'],
      ['SYMBOL,COMPANY,PURPOSE,EX_DATE\nA,A,Bonus 1:1,25-Feb-2026', 'corporate actions'],
      ['', null],
    ];
    for (const [text, kind] of kinds) assert.equal(marketFileKind(text), kind, text);
  });
});
