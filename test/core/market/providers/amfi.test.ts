import assert from 'node:assert/strict';
import { createAmfi } from '../../../../core/market/providers/amfi.ts';
import { NotANavList, readNavs } from '../../../../core/market/providers/nav-table.ts';
import { createHttp, createLimiter } from '../../../../core/platform/index.ts';
import { AmfiServer, MOVED, navList, type NavListForm, type Scheme } from '../../../support/amfi-server.ts';
import { heldClock } from '../../../support/core.ts';

const FLEXI: Scheme = {
  code: '122639',
  isins: ['INF879O01027', '-'],
  name: 'Flexi Cap Fund',
  nav: '85.1234',
  date: '27-Feb-2026',
};
const DEBT: Scheme = {
  code: '119551',
  isins: ['INF209KA12Z1', 'INF209KA13Z9'],
  name: 'Banking & PSU Debt Fund',
  option: 'IDCW',
  nav: '1,107.1360',
  date: '26-Feb-2026',
};

async function* inParts(text: string): AsyncIterable<string[]> {
  const lines = text.split('\r\n');
  for (let at = 0; at < lines.length; at += 3) yield lines.slice(at, at + 3);
}
const read = async (text: string) => await readNavs(inParts(text));

describe("AMFI's list", () => {
  for (const form of ['six columns', 'eight columns'] as NavListForm[]) {
    it(`is read in the form of ${form}, both ISINs of a row`, async () => {
      const table = await read(navList([FLEXI, DEBT], form));
      assert.equal(table.rows, 2);
      const flexi = { scheme_code: '122639', nav: 85.1234, as_of: '2026-02-27' };
      const debt = { scheme_code: '119551', nav: 1107.136, as_of: '2026-02-26' };
      assert.deepEqual(table.byIsin.get('INF879O01027'), flexi);
      assert.deepEqual(table.byIsin.get('INF209KA12Z1'), debt);
      assert.deepEqual(table.byIsin.get('INF209KA13Z9'), debt);
      assert.equal(table.byIsin.size, 3);
      assert.deepEqual(table.byName('flexi cap fund -  DIRECT PLAN-growth'), flexi);
    });
  }

  it('passes over what has no value, no ISIN or no date', async () => {
    const odd = (over: Partial<Scheme>): Scheme => ({ ...FLEXI, ...over });
    const table = await read(
      navList([
        odd({ nav: 'N.A.', isins: ['INF000A01011', '-'] }),
        odd({ nav: '0', isins: ['INF000A01029', '-'] }),
        odd({ nav: '-12.5', isins: ['INF000A01037', '-'] }),
        odd({ date: '31/12/2025', isins: ['INF000A01045', '-'] }),
        odd({ isins: ['Redeemed', ' INF000A01052 '] }),
        odd({ isins: ['-', '-'] }),
      ]),
    );
    assert.deepEqual([...table.byIsin.keys()], ['INF000A01052']);
  });

  it('the newer of two values of one ISIN counts', async () => {
    const table = await read(
      navList([
        FLEXI,
        { ...FLEXI, code: '1', nav: '9', date: '14-Jun-2017' },
        { ...FLEXI, nav: '90', date: '02-Mar-2026' },
      ]),
    );
    assert.equal(table.byIsin.get('INF879O01027')?.nav, 90);
  });

  it('a name that several schemes share names none', async () => {
    const table = await read(navList([FLEXI, { ...FLEXI, isins: ['INF000A01052', '-'] }]));
    assert.equal(table.byName('Flexi Cap Fund Direct Plan Growth'), null);
    assert.equal(table.byName('Flexi Cap'), undefined);
  });

  for (const [title, text] of [
    ['a page that says it has moved', MOVED],
    ['an empty document', ''],
    ['a heading alone', navList([])],
    ['another list', 'Code;Name;Price\r\n1;A;2\r\n'],
    ['a long page', `<html>${'\r\n<p>text</p>'.repeat(1000)}</html>`],
  ] as const) {
    it(`${title} is refused`, async () => {
      await assert.rejects(read(text), NotANavList);
    });
  }
});

describe('AMFI', () => {
  let server: AmfiServer;
  const clock = heldClock('2026-03-02T06:00:00.000Z');
  before(async () => {
    server = await new AmfiServer().start();
  });
  after(() => server.close());
  beforeEach(() => {
    server.calm();
    server.schemes = [FLEXI, DEBT];
  });
  const open = () =>
    createAmfi(
      createHttp({
        system: 'AMFI',
        baseUrl: server.url,
        limiter: createLimiter({ concurrent: 1, perSecond: 1000 }),
        clock,
        retries: 0,
      }),
      clock,
    );
  const fund = (isin: string | null, name: string | null = null) => ({
    symbol: 'FLEXI CAP FUND DIRECT PLAN GROWTH',
    name,
    isin,
    asset_class: 'Mutual Fund',
    currency: 'INR',
  });

  it('portfolio/Price refresh rules 3: a fund with an ISIN is never looked up by its name', async () => {
    const [outcome] = await open().quotes([fund('INF999A01016', 'Flexi Cap Fund Direct Plan Growth')]);
    assert.deepEqual(outcome, { quote: null, failure: 'NAV_UNRESOLVED' });
  });

  it('portfolio/Price refresh rules 3: one without is found by the exact name of its scheme, and by nothing less', async () => {
    const [bySymbol, byName, byPart] = await open().quotes([
      fund(null),
      fund(null, 'Banking & PSU Debt Fund - Direct Plan - IDCW'),
      fund(null, 'Banking & PSU Debt Fund'),
    ]);
    assert.equal(bySymbol?.quote?.price, 85.1234);
    assert.equal(byName?.quote?.price, 1107.136);
    assert.equal(byPart?.failure, 'NAV_UNRESOLVED');
  });

  it('portfolio/Price refresh rules 3: the list is fetched a second time after a fault, and no third time', async () => {
    server.fail({ kind: 'body', type: 'text/html', body: MOVED }, { times: 1 });
    const [outcome] = await open().quotes([fund('INF879O01027')]);
    assert.equal(outcome?.quote?.price, 85.1234);
    server.calm();
    server.fail({ kind: 'body', type: 'text/plain', body: MOVED });
    const [refused] = await open().quotes([fund('INF879O01027')]);
    assert.equal(refused?.failure, 'PROVIDER_MALFORMED');
    assert.equal(server.requests.length, 2);
  });

  it('portfolio/Price refresh rules 3: what is resolved is remembered for a while, what is not has the list fetched again', async () => {
    const provider = open();
    await provider.quotes([fund('INF879O01027')]);
    await provider.quotes([fund('INF879O01027')]);
    assert.equal(server.requests.length, 1);
    assert.equal((await provider.quotes([fund('INF999A01016')]))[0]?.failure, 'NAV_UNRESOLVED');
    assert.equal(server.requests.length, 2);
    server.schemes = [{ ...FLEXI, isins: ['INF999A01016', '-'] }];
    assert.equal((await provider.quotes([fund('INF999A01016')]))[0]?.quote?.price, 85.1234);
    clock.pass(10);
    await provider.quotes([fund('INF999A01016')]);
    assert.equal(server.requests.length, 4);
  });

  it('two who ask together wait for one list', async () => {
    const provider = open();
    server.delayMs = 30;
    await Promise.all([provider.quotes([fund('INF879O01027')]), provider.quotes([fund('INF209KA12Z1')])]);
    assert.equal(server.requests.length, 1);
  });
});
