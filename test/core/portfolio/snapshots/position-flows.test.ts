import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal, istDate, type DbTransaction, Problem, toScale } from '../../../../core/platform/index.ts';
import { replay } from '../../../../core/portfolio/ledger/ledger.ts';
import { readLedgerRows } from '../../../../core/portfolio/positions/ledger-reader.ts';
import { comparePositions } from '../../../../core/portfolio/positions/replay-check.ts';
import { snapshotOf } from '../../../../core/portfolio/snapshots/partial-snapshot.ts';
import { readPositionFlows } from '../../../../core/portfolio/snapshots/position-flows.ts';
import {
  keptAmount,
  positionKey,
  type ReplayedPosition,
  replayedPosition,
} from '../../../../core/portfolio/snapshots/snapshot.ts';
import { valueEach } from '../../../../core/portfolio/valuation/holding-value.ts';
import { changeDays } from '../../../../core/portfolio/valuation/totals.ts';
import { holdingsToValue } from '../../../../core/portfolio/valuation/valuation-store.ts';
import { createCalendar, createPriceSessions } from '../../../../core/market/calendar/index.ts';
import { NETWORTH } from '../../../../core/portfolio/records/inputs.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { sampled } from '../../../support/soak.ts';
import { enterBooks, PERSON, randomPerson } from '../../quality/audit/random-person.ts';

const by = { actor: 'test' };
const sessions = createPriceSessions(createCalendar());

const KINDS = [
  'ADD',
  'OPENING',
  'CORRECT',
  'DELETE',
  'RESTORE',
  'SPLIT',
  'RENAME',
  'UNDO_ACTION',
  'UNDO_IMPORT',
] as const;
/** Parts of a change; `at` chooses among the existing rows or decisions. */
const anyChange = fc.record({
  at: fc.nat(),
  account: fc.constantFrom(['Zerodha', 'INR'], ['Schwab', 'USD'], ['Degiro', 'EUR']),
  symbol: fc.constantFrom('ALPHA', 'BETA', 'GAMMA'),
  type: fc.constantFrom('BUY', 'BUY', 'SELL', 'CASH_IN', 'CASH_OUT'),
  // The product has more digits than a double.
  quantity: fc.integer({ min: 1, max: 2e11 }).map((n) => n / 1e9),
  price: fc.integer({ min: 1, max: 1e10 }).map((n) => n / 1e7),
  day: fc.integer({ min: 10, max: 28 }).map((n) => `2025-0${(n % 9) + 1}-${n}`),
});
/** One change of each kind, in any order. */
const anyChanges = fc
  .tuple(
    fc.shuffledSubarray([...KINDS], { minLength: KINDS.length }),
    fc.array(anyChange, { minLength: KINDS.length, maxLength: KINDS.length }),
  )
  .map(([kinds, changes]) =>
    changes.map((one, at) => ({ ...one, kind: kinds[at] ?? ('ADD' as (typeof KINDS)[number]) })),
  );
type Change = typeof anyChanges extends fc.Arbitrary<(infer T)[]> ? T : never;

describe('the cash flows that a position keeps', () => {
  const coreAnew = sharedCore({ at: '2026-03-10T12:00:00.000Z' });
  let world: TestCore;
  let deleted: string[] = [];
  const seen = new Set<string>();
  const within = async <T>(work: (trx: DbTransaction) => Promise<T>): Promise<T> =>
    await world.core.database.asUser(world.owner, work);
  const sql = async (text: string) => (await world.core.database.systemPool.query(text)).rows as unknown[];

  async function change({ kind, at, account, symbol, type, quantity, price, day }: Change): Promise<void> {
    const { transactions, actions, portfolios } = world.core.portfolio;
    const [portfolio = '', currency] = account;
    const { items } = await transactions.list(world.owner, { page_size: 200 });
    const own = items.filter((one) => one.action_id === null);
    const row = own[at % Math.max(1, own.length)];
    const action = async (terms: {
      kind: 'SPLIT' | 'RENAME';
      new_shares: string | null;
      into: string | null;
    }) => {
      const found = (await portfolios.list(world.owner)).find(({ name }) => name === portfolio);
      await actions.apply(
        world.owner,
        [
          {
            portfolio_id: found?.id ?? '0',
            symbol,
            ex_date: day,
            kind: terms.kind,
            new_shares: terms.new_shares,
            old_shares: terms.new_shares === null ? null : '2',
            into_symbol: terms.into,
            into_isin: null,
            cost_pct: null,
            fraction_price: null,
            source: 'NSE',
          },
        ],
        by,
      );
    };
    const trade = { portfolio, symbol, currency, date: day, quantity };
    if (kind === 'ADD') await transactions.create(world.owner, { ...trade, type, price, fee_tax: 1.5 }, by);
    if (kind === 'OPENING') await transactions.create(world.owner, { ...trade, type: 'TRANSFER_IN' }, by);
    if (kind === 'CORRECT' && row !== undefined)
      await transactions.update(world.owner, row.id, { quantity, date: day }, by);
    if (kind === 'DELETE' && row !== undefined) {
      await transactions.remove(world.owner, row.id, by);
      deleted.push(row.id);
    }
    if (kind === 'RESTORE' && deleted[0] !== undefined)
      await transactions.restore(world.owner, deleted.shift() ?? '', by);
    if (kind === 'SPLIT') await action({ kind, new_shares: '3', into: null });
    if (kind === 'RENAME') await action({ kind, new_shares: null, into: `${symbol}2` });
    if (kind === 'UNDO_ACTION') {
      const applied = (await actions.list(world.owner)).filter((one) => one.status === 'APPLIED');
      await actions.undo(world.owner, applied[at % applied.length]?.id ?? '0', [], by);
    }
    if (kind === 'UNDO_IMPORT') {
      const { imports } = world.core.portfolio;
      const [last] = (await imports.list(world.owner, {})).items;
      const { digest } = await imports.undoPreview(world.owner, last?.import_id ?? '');
      await imports.undo(world.owner, last?.import_id ?? '', { digest }, by);
    }
    seen.add(kind);
  }

  /** The second way: every row in memory, replayed at once. */
  async function replayedAnew(trx: DbTransaction): Promise<ReplayedPosition[]> {
    const { rows: portfolios } = await trx.raw<{ rows: { id: string; name: string }[] }>(
      'select id::text, name from portfolio.portfolios',
    );
    const names = new Map(portfolios.map(({ id, name }) => [id, name]));
    const { rows: keys } = await trx.raw<{ rows: { portfolio_id: string; symbol: string }[] }>(
      'select distinct portfolio_id::text, symbol from portfolio.transactions',
    );
    const { positions } = replay(await readLedgerRows(trx, { keys }));
    // A position keeps money to 10 decimals; its flows are exact.
    return positions.map((one) => ({
      ...replayedPosition(names.get(one.portfolio) ?? '', one),
      dividends: toScale(one.dividends),
    }));
  }

  const told = (positions: readonly ReplayedPosition[]) =>
    new Map(
      positions.map((one) => [
        positionKey(one),
        {
          currency: one.currency,
          quantity: one.quantity.toFixed(),
          dividends: one.dividends.toFixed(),
          has_unknown_cost: one.has_unknown_cost,
          flows: one.flows.map((flow) => [
            flow.date,

            new Decimal(flow.exact).toFixed(),
            flow.amount,
          ]),
        },
      ]),
    );

  async function check(): Promise<void> {
    const { clock, core, owner } = world;
    const now = clock.now();
    const slow = await within(async (trx) => {
      const anew = await replayedAnew(trx);
      const kept = await readPositionFlows(trx);
      assert.deepEqual(told(kept), told(anew));
      const ledgers = kept.map((one) => anew.find((other) => positionKey(other) === positionKey(one)) ?? one);
      const holdings = await holdingsToValue(trx);
      const { rows: portfolios } = await trx.raw<{
        rows: { name: string; base: string; is_protected: boolean }[];
      }>('select name, base_currency as base, is_protected from portfolio.portfolios order by name');
      const found = [];
      for (const { name, base, is_protected } of portfolios) {
        const isOwn = (of: { portfolio: string }) => is_protected || of.portfolio === name;
        const fx = await core.portfolio.rates(trx, {
          from: ['INR', 'USD', 'EUR'],
          to: [base],
          days: ledgers.flatMap(({ flows }) => flows).map(({ date }) => date),
        });
        const valued = valueEach(holdings.filter(isOwn), { base, fx, now, sessions });
        const of = { holdings: valued, ledgers: ledgers.filter(isOwn), base, fx };
        found.push({
          name,
          fields: snapshotOf({ ...of, date: istDate(now), days: changeDays(sessions, now) }),
        });
      }
      return found;
    });
    await core.portfolio.snapshots.take(owner);
    const { partial: _, ...current } = await core.portfolio.snapshots.current(owner);
    assert.deepEqual(current, slow.find(({ name }) => name === NETWORTH)?.fields);
    const recorded = await sql(
      `select p.name, s.current_value::float8, s.total_invested::float8, s.total_profit::float8, s.total_profit_pct,
         s.total_dividends::float8, s.xirr, s.holdings_count, s.state
       from portfolio.snapshots s join portfolio.portfolios p on p.id = s.portfolio_id
       where s.recorded_at = (select max(recorded_at) from portfolio.snapshots) order by p.name`,
    );
    const figures = slow.map(
      ({ name, fields: { xirr_alternatives: _others, reasons: _reasons, ...own } }) => ({
        name,
        ...own,
        // In foreign currency it may have more decimals than its column.
        total_dividends: keptAmount(own.total_dividends)?.toNumber() ?? null,
      }),
    );
    assert.deepEqual(recorded, figures);
    clock.pass(60);
  }

  it('portfolio/Resources, Snapshot: flows and figures equal those of a fresh replay, bit for bit, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(randomPerson, anyChanges, async (person, changes) => {
        world = await coreAnew();
        deleted = [];
        await enterBooks(world, { ...person, isRecorded: false });
        await check();
        for (const one of changes) {
          try {
            await change(one);
          } catch (error) {
            // A duplicate trade or an action without effect is rejected and changes nothing.
            if (!(error instanceof Problem)) throw error;
          }
        }
        await check();
      }),
      { numRuns: sampled(2, 200), endOnFailure: true },
    );
    assert.ok(seen.size >= KINDS.length - 2, [...seen].join());
  });

  it('positions of an older release are replayed when they are read, until the renewal after a start', async () => {
    world = await coreAnew();
    await enterBooks(world, PERSON);
    const flows = () =>
      sql('select symbol, cash_flows, is_outdated from portfolio.positions order by symbol');
    const before = await flows();
    assert.deepEqual(before, [
      {
        symbol: 'ALPHA',
        // 10 × 100 + 5; 4 × 150 − 2; 160; 2 × 158 − 2 × 155
        cash_flows: '2024-04-01 -1005\n2025-03-31 598\n2026-01-05 160\n2026-01-06 6',
        is_outdated: false,
      },
      { symbol: 'BETA', cash_flows: '2024-12-09 -61', is_outdated: false },
    ]);
    const differing = async () =>
      (await world.core.database.asSystem('check the positions', comparePositions)).differing;
    await sql(`update portfolio.positions set cash_flows = '2024-12-09 -60' where symbol = 'BETA'`);
    assert.deepEqual(await differing(), ['BETA']);
    await sql('update portfolio.positions set cash_flows = null, is_outdated = true');
    assert.deepEqual(await differing(), []);
    await check();
    assert.equal(await world.core.portfolio.lotSettings.renewOutdated(), 2);
    assert.deepEqual(await flows(), before);
    await check();
    assert.equal(await world.core.portfolio.lotSettings.renewOutdated(), 0);
  });

  it('a person whose positions cannot be renewed affects no other person; a stop leaves the rest to the next start', async () => {
    world = await coreAnew();
    const { lotSettings, transactions } = world.core.portfolio;
    const row = {
      portfolio: 'Main',
      symbol: 'TCS',
      date: '2025-01-06',
      type: 'BUY',
      quantity: 1,
      price: 100,
    };
    for (const user of [world.owner, world.stranger])
      await transactions.create(user, { ...row, currency: 'INR' }, by);
    await sql('update portfolio.positions set cash_flows = null, is_outdated = true');
    const outdated = async () =>
      (
        (await sql(
          'select owner_user_id::text as id from portfolio.positions where is_outdated order by owner_user_id',
        )) as { id: string }[]
      ).map(({ id }) => id);
    assert.equal(await lotSettings.renewOutdated(AbortSignal.abort()), 0);
    assert.deepEqual(await outdated(), [world.owner, world.stranger]);
    await sql(`create function pg_temp_refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before insert on portfolio.positions for each row
        when (new.owner_user_id = ${world.owner}) execute function pg_temp_refuse()`);
    try {
      await assert.rejects(lotSettings.renewOutdated(), /people affected: 1/);
    } finally {
      await sql('drop trigger refuse on portfolio.positions; drop function pg_temp_refuse');
    }
    assert.deepEqual(await outdated(), [world.owner]);
    assert.equal(await lotSettings.renewOutdated(), 1);
  });
});
