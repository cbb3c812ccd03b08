import assert from 'node:assert/strict';
import * as yup from 'yup';
import { auditedMutation } from '../../../../core/audit/index.ts';
import { createMutation, invalid, TOPICS } from '../../../../core/platform/index.ts';
import { LiabilityHistoryModel, LiabilityModel } from '../../../../core/liabilities/models.ts';
import { eventually } from '../../../support/chat-driver.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { query } from '../../../support/plain-database.ts';
import { refused } from '../../../support/problems.ts';

const BY = { actor: 'test' };

describe('core/platform mutation', () => {
  let world: TestCore;
  let loan: string;
  before(async () => {
    world = await testCore();
    const body = { name: 'Loan', type: 'LOAN', balance: 100 };
    loan = (await world.core.liabilities.create(world.owner, body, BY)).id;
  });
  after(() => world.close());
  const ask = async (sql: string) => await query(world.core.database.urls.ownerUrl, sql);
  /** How often anything was changed, whatever it was about. */
  const revision = async () =>
    (await world.core.database.revision(world.owner, TOPICS))
      .split('.')
      .reduce((sum, one) => sum + Number(one), 0);

  it('checks the body before anything is opened, by its schema, its rules or a function', async () => {
    const mutation = auditedMutation(world.core);
    let runs = 0;
    const run = async (_: unknown, input: { pct: number }) => (runs += input.pct);
    const bySchema = mutation('test.schema', {
      input: yup.object({ pct: yup.number().required() }).noUnknown(),
      rules: ({ pct }) => (pct > 100 ? [{ field: 'pct', message: 'is above 100.' }] : []),
      topics: ['settings'],
      run,
    });
    const byFunction = mutation('test.function', {
      input: (body) =>
        body === 7
          ? { pct: 7 }
          : (() => {
              throw invalid([{ field: 'body', message: 'is not 7.' }]);
            })(),
      topics: ['settings'],
      run,
    });
    const before = await revision();
    await refused(bySchema(world.owner, { pct: 'x' }, BY), 422, 'VALIDATION_ERROR');
    await refused(bySchema(world.owner, { pct: 101 }, BY), 422, 'VALIDATION_ERROR', /above 100/);
    await refused(byFunction(world.owner, 8, BY), 422, 'VALIDATION_ERROR', /not 7/);
    assert.deepEqual([runs, await revision()], [0, before]);
    assert.deepEqual(
      [await bySchema(world.owner, { pct: 3 }, BY), await byFunction(world.owner, 7, BY)],
      [3, 10],
    );
  });

  it('writes, records and counts the revision together, or not at all', async () => {
    const mutation = auditedMutation(world.core);
    const rename = mutation('test.rename', {
      topics: ['liabilities'],
      async run(change, id: string, name: string) {
        const { balance, currency } = await change.locked('LIABILITY', LiabilityModel, id);
        await LiabilityModel.query(change.trx).findById(id).patch({ name, updated_at: change.now });
        await change.record('LIABILITY_UPDATED', id, { name, balance: balance.toFixed(), currency });
        if (name === 'Wrong') throw new Error('the disk is full');
        return { at: change.now.toISOString() };
      },
    });
    const before = await revision();
    await assert.rejects(rename(world.owner, loan, 'Wrong', BY), /the disk is full/);
    assert.equal(await revision(), before);
    world.clock.pass(1);
    const { at } = await rename(world.owner, loan, 'Right', { actor: 'chat:owner' });
    assert.equal(await revision(), before + 1);
    const events = await ask(
      `select actor, kind, subject, data, at from evidence.events where data ->> 'name' in ('Right', 'Wrong')`,
    );
    assert.deepEqual(events, [
      {
        actor: 'chat:owner',
        kind: 'LIABILITY_UPDATED',
        subject: loan,
        data: { name: 'Right', balance: '100', currency: 'INR' },
        at: new Date(at),
      },
    ]);
  });

  it('locks the row that it changes, alone or joined to others; what is not there, not hers or no id is 404', async () => {
    const mutation = auditedMutation(world.core);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const hold = mutation('test.hold', {
      topics: ['liabilities'],
      async run(change, id: string) {
        // Joined as a list would read it: the history stays free.
        const row = await change.locked(
          'LIABILITY',
          (trx) =>
            LiabilityModel.query(trx)
              .alias('l')
              .leftJoin('portfolio.liability_history as h', 'h.liability_id', 'l.id')
              .select('l.*'),
          id,
          'l',
        );
        await released;
        return row.name;
      },
    });
    const held = hold(world.owner, loan, BY);
    const isLocked = async (table: string) =>
      (await ask(`select 1 from ${table} for update skip locked`)).length === 0;
    await eventually('the row to be locked', () => isLocked(LiabilityModel.tableName));
    assert.equal(await isLocked(LiabilityHistoryModel.tableName), false);
    release();
    await held;
    assert.equal(await isLocked(LiabilityModel.tableName), false);
    for (const [id, person] of [
      ['999', world.owner],
      ['x', world.owner],
      ['', world.owner],
      ['9'.repeat(19), world.owner],
      [loan, world.stranger],
    ] as const)
      await refused(hold(person, id, BY), 404, 'LIABILITY_NOT_FOUND');
  });

  it('what nobody needs to hear of is not announced, and long work has its time', async () => {
    const mutation = auditedMutation(world.core);
    const quiet = mutation('test.quiet', {
      topics: ['settings'],
      long: true,
      run: async ({ trx }, seen: boolean) => ({
        seen,
        limit: (
          await trx.raw<{ rows: { value: string }[] }>(`select current_setting('statement_timeout') as value`)
        ).rows[0]?.value,
      }),
      isSeen: ({ seen }) => seen,
    });
    const usual = mutation('test.usual', {
      topics: ['settings'],
      run: async ({ trx }) =>
        (await trx.raw<{ rows: { value: string }[] }>(`select current_setting('statement_timeout') as value`))
          .rows[0]?.value,
    });
    const before = await revision();
    const { limit } = await quiet(world.owner, false, BY);
    assert.equal(await revision(), before);
    await quiet(world.owner, true, BY);
    assert.equal(await revision(), before + 1);
    assert.notEqual(limit, await usual(world.owner, BY));
  });

  it('under a key it happens once: a repeat records nothing and gets the first result', async () => {
    const told: string[] = [];
    const mutation = createMutation<{ DONE: { nth: number } }>({
      ...world.core,
      record: async (_, { kind, data }) => void told.push(`${kind} ${data.nth}`),
    });
    let nth = 0;
    const work = mutation('test.once', {
      topics: ['settings'],
      async run(change) {
        nth += 1;
        await change.record('DONE', 'it', { nth });
        return { nth };
      },
    });
    const keyed = { ...BY, request: { idempotencyKey: 'chat:once', name: 'press a' } };
    const before = await revision();
    const results = await Promise.all([1, 2, 3].map(() => work(world.owner, keyed)));
    assert.deepEqual(results, [{ nth: 1 }, { nth: 1 }, { nth: 1 }]);
    assert.deepEqual(told, ['DONE 1']);
    const other = { ...BY, request: { idempotencyKey: 'chat:once', name: 'press b' } };
    const after = await revision();
    await refused(work(world.owner, other), 409, 'IDEMPOTENCY_CONFLICT');
    assert.deepEqual([nth, await revision()], [1, after]);
    assert.notEqual(before, after);
  });
});
