import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { NseArchiveServer } from '../../../support/nse-archive-server.ts';
import { NOBODY_OUTSIDE } from '../../../support/outside.ts';

const SHARES = '/content/equities/EQUITY_L.csv';
const CHANGES = '/content/equities/symbolchange.csv';
const HEADER =
  'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE';
const TCS = 'TCS,Tata Consultancy Services Limited,EQ,25-AUG-2004,1,1,INE467B01029,1';
const INFY = 'INFY,Infosys Limited,EQ,08-FEB-1995,5,1,INE009A01021,5';

describe('the lists that fill the registry of instruments', () => {
  let archive: NseArchiveServer;
  let world: TestCore;
  const coreAnew = sharedCore(() => ({ environment: { NSE_ARCHIVE_BASE_URL: archive.url } }));
  before(async () => {
    archive = await new NseArchiveServer().start();
  });
  after(async () => await archive.close());
  beforeEach(async () => {
    world = await coreAnew();
    archive.calm();
    archive.lists.clear();
    archive.lists.set(SHARES, [HEADER, TCS, ''].join('\n'));
    archive.lists.set(CHANGES, 'Infosys Limited,INFOSYSTCH,INFY,29-JUN-2011\n');
  });
  const keepUp = async () => await world.core.lists.keepUpLists();
  const symbolOf = async (symbol: string) => {
    const found = await world.core.instruments.resolve({ symbol });
    return found.outcome === 'FOUND' ? found.instrument.symbol : null;
  };

  it('an empty registry is filled, and a list that is not there holds up no other', async () => {
    const { isOn, asked, fetched, failure } = await keepUp();
    assert.deepEqual(
      { isOn, asked, fetched, failure },
      { isOn: true, asked: 4, fetched: 2, failure: 'NOT_FOUND' },
    );
    assert.equal(await symbolOf('TCS'), 'TCS');
  });

  it('what came is asked for again after a week, and not before', async () => {
    await keepUp();
    archive.lists.set(SHARES, [HEADER, TCS, INFY, ''].join('\n'));
    world.clock.pass(6 * 24 * 60);
    const asked = archive.requests.length;
    await keepUp();
    // Only the two that never came are looked for again.
    assert.equal(archive.requests.slice(asked).filter(({ path }) => path === SHARES).length, 0);
    assert.equal(await symbolOf('INFY'), null);
    world.clock.pass(24 * 60 + 1);
    await keepUp();
    assert.equal(await symbolOf('INFY'), 'INFY');
    assert.equal(await symbolOf('INFOSYSTCH'), 'INFY');
  });

  it('an archive that is down is left alone for an hour, and what is known stays', async () => {
    await keepUp();
    world.clock.pass(8 * 24 * 60);
    archive.fail({ kind: 'status', status: 503 });
    assert.equal((await keepUp()).failure, 'PROVIDER_ERROR');
    const asked = archive.requests.length;
    assert.equal((await keepUp()).asked, 0);
    assert.equal(await symbolOf('TCS'), 'TCS');
    assert.equal(archive.requests.length, asked);
    archive.calm();
    world.clock.pass(61);
    assert.equal((await keepUp()).fetched, 2);
  });

  it('an error page in the place of a list changes nothing and is told', async () => {
    archive.lists.set(SHARES, '<html><body>Access Denied</body></html>');
    const { fetched, failure } = await keepUp();
    assert.equal(fetched, 1);
    assert.equal(failure, 'PROVIDER_MALFORMED');
    assert.equal(await symbolOf('TCS'), null);
  });

  it('who asks while it is being done waits for the same answer', async () => {
    const [one, other] = await Promise.all([keepUp(), keepUp()]);
    assert.equal(one, other);
    assert.equal(archive.requests.filter(({ path }) => path === SHARES).length, 1);
  });
});

describe('the lists, where the archive is switched off', () => {
  const coreAnew = sharedCore({ environment: NOBODY_OUTSIDE });

  it('nobody is asked', async () => {
    const { core } = await coreAnew();
    assert.deepEqual(await core.lists.keepUpLists(), {
      isOn: false,
      asked: 0,
      fetched: 0,
      added: 0,
      failure: null,
    });
  });
});
