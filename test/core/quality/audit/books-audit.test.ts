import assert from 'node:assert/strict';
import type { BooksAudit } from '../../../../core/quality/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { enterBooks, PERSON } from './random-person.ts';

const AT = '2026-03-10T12:00:00.000Z';
describe('audit of the books', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: AT });
  beforeEach(async () => {
    world = await coreAnew();
  });

  const run = async (userId = world.owner) => await world.core.quality.audit.run(userId);
  const statesOf = (view: BooksAudit) =>
    Object.fromEntries(view.identities.map(({ code, state }) => [code, state]));
  const sql = async (text: string, ...values: unknown[]) => {
    await world.core.database.systemPool.query(text, values);
    // Cached answers go by revisions, and a falsified row raises none.
    await world.core.database.change(world.owner, ['ledger', 'prices', 'snapshots', 'liabilities'], () =>
      Promise.resolve(true),
    );
  };
  const told = async () =>
    (await world.core.notifications.list(world.owner)).items.filter(({ kind }) => kind === 'books_audit');

  it('empty books have no difference, and say what is not there to compare', async () => {
    const view = await run();
    assert.deepEqual(view.findings, []);
    assert.equal(statesOf(view)['UNITS_OF_LOTS'], 'NOT_COMPARED');
    assert.deepEqual(await told(), []);
  });

  it('every identity agrees on whole books whose value was recorded after their last change', async () => {
    await enterBooks(world, PERSON);
    const view = await run();
    assert.deepEqual(
      view.identities.filter(({ state }) => state !== 'AGREES').map(({ code, reason }) => [code, reason]),
      [],
    );
    assert.deepEqual(view.findings, []);
    const counts = await world.core.quality.read(world.owner);
    assert.deepEqual(counts.audit, {
      audited_at: view.audited_at,
      identities: view.identities.length,
      agreed: view.identities.length,
      not_compared: 0,
      findings: 0,
    });
  });

  it('a difference is a finding with both figures and paths, told once while it lasts and again after it was gone', async () => {
    await enterBooks(world, PERSON);
    const falsify = (by: number) =>
      sql(`update portfolio.positions set realised_fifo = realised_fifo + $1 where symbol = 'ALPHA'`, by);
    await falsify(10);
    const first = await run();
    const own = first.findings.find(({ identity }) => identity === 'REALISED_OF_YEARS');
    // Sold 4 for 600 - 2 of cost 402, and 1 for 160 of cost 100.50: 196 + 59.50, and 2 × 3 within a day.
    assert.equal(
      own?.message,
      'Ledger, realised gain by symbol ₹271.50 against Tax lots, gains of all financial years ₹261.50 (ALPHA in Zerodha).',
    );
    assert.equal((await told()).length, 1);
    assert.match(
      (await told())[0]?.body ?? '',
      /₹271\.50 against Tax lots, gains of all financial years ₹261\.50/,
    );
    world.clock.pass(24 * 60);
    await falsify(1);
    const second = await run();
    const same = second.findings.find(({ identity }) => identity === 'REALISED_OF_YEARS');
    assert.deepEqual([same?.id, same?.found_at, same?.left], [own?.id, own?.found_at, 272.5]);
    assert.ok((same?.seen_at ?? '') > (own?.seen_at ?? ''));
    assert.equal((await told()).length, 1);
    await falsify(-11);
    assert.deepEqual((await run()).findings, []);
    await falsify(10);
    await run();
    assert.equal((await told()).length, 2);
  });

  it('a finding that cannot be compared this time stays, and is not told again', async () => {
    await enterBooks(world, PERSON);
    await sql(`update portfolio.observed_prices set price = price + 7 where symbol = 'ALPHA'`);
    assert.deepEqual(
      (await run()).findings.map(({ identity }) => identity),
      ['NET_WORTH_HISTORY', 'VALUE_OF_SERIES', 'VALUE_OF_CHART'],
    );
    // Three years later its price counts no more.
    world.clock.pass(1100 * 24 * 60);
    const next = await run();
    assert.equal(statesOf(next)['NET_WORTH_HISTORY'], 'NOT_COMPARED');
    assert.equal(next.findings.length, 3);
    assert.equal((await told()).length, 1);
  });

  it('audits of one person at once leave one result and tell once', async () => {
    await enterBooks(world, PERSON);
    await sql(`update portfolio.positions set realised_fifo = realised_fifo + 1 where symbol = 'ALPHA'`);
    const views = await Promise.all([run(), run(), run()]);
    for (const { findings } of views) assert.equal(findings.length, views[0]?.findings.length);
    assert.equal((await told()).length, 1);
  });

  it('books that change while they are read are read again, and are not compared if they never rest', async () => {
    await enterBooks(world, PERSON);
    const { core, owner } = world;
    const { facts } = core.portfolio;
    const read = facts.read.bind(facts);
    let changes = 1;
    const busy = async (userId: string) => {
      if (changes-- > 0) await core.database.change(owner, ['prices'], () => Promise.resolve(true));
      return await read(userId);
    };
    Object.assign(core.portfolio.facts, { read: busy });
    try {
      assert.equal(statesOf(await run())['TOTAL_OF_HOLDINGS'], 'AGREES');
      changes = 1000;
      const view = await run();
      assert.deepEqual(new Set(Object.values(statesOf(view))), new Set(['NOT_COMPARED']));
      assert.equal(view.identities[0]?.reason, 'The books changed while they were compared. Check again.');
    } finally {
      Object.assign(core.portfolio.facts, { read });
    }
  });

  it('nobody sees the audit or the findings of another person', async () => {
    await enterBooks(world, PERSON);
    await sql(`update portfolio.positions set realised_fifo = realised_fifo + 1 where symbol = 'ALPHA'`);
    await run();
    const other = await world.core.quality.audit.read(world.stranger);
    assert.deepEqual([other.audited_at, other.findings], [null, []]);
    assert.equal((await run(world.stranger)).findings.length, 0);
    assert.ok((await world.core.quality.audit.read(world.owner)).findings.length > 0);
  });
});
