import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../support/core.ts';
import { POLICY_CONFIG, policyBody, policyRows, seedRun, type SeededRun } from '../../support/policies.ts';
import { refused } from '../../support/problems.ts';
import { comesToWait } from '../../support/row-locks.ts';
import { storeRun } from '../../support/published-runs.ts';

const BY = { actor: 'api:owner' };
const KEY = 'a-key-of-one-person';
const REASON = 'I know what I do here, so let me try it.';

describe('promotion of backtests to paper', () => {
  const open = sharedCore();
  let world: TestCore;
  beforeEach(async () => {
    world = await open();
  });
  const body = (change: Record<string, unknown> = {}) => ({
    tag_code: 'FROMARUN',
    name: 'Promoted',
    ...change,
  });
  const promote = async (
    run: string,
    change: Record<string, unknown> = {},
    key = KEY,
    userId = world.owner,
  ) => await world.core.policies.promotions.promote(userId, run, { key, body: body(change) }, BY);
  const run = async (options: SeededRun = {}) => await seedRun(world.core, world.owner, options);
  const sql = async (text: string, values: unknown[] = []) =>
    (await world.core.database.systemPool.query<Record<string, unknown>>(text, values)).rows;
  const policies = async () => (await policyRows(world.core, world.owner))['policy.policies'] ?? 0;

  it('portfolio/Policy rules 8: policy, PAPER state, deposit, provenance and event come together, capital from the run', async () => {
    const id = await run();
    const { policy, replay } = await promote(id);
    assert.equal(replay, false);
    assert.deepEqual(
      [policy.mode, policy.status, policy.initial_capital, policy.source_run_id, policy.next_cycle_date],
      ['PAPER', 'ACTIVE', 250_000, id, '2026-03-02'],
    );
    assert.deepEqual(policy.config, POLICY_CONFIG);
    assert.deepEqual(await policyRows(world.core, world.owner), {
      'policy.policies': 1,
      'policy.policy_state': 1,
      'policy.policy_cash_flows': 1,
      'policy.policy_promotions': 1,
    });
    assert.deepEqual(await sql('select kind, amount::float8 from policy.policy_cash_flows'), [
      { kind: 'DEPOSIT', amount: 250_000 },
    ]);
    assert.deepEqual(
      await sql(`select kind, actor, subject, data from evidence.events where owner_user_id = $1`, [
        world.owner,
      ]),
      [
        {
          kind: 'PROMOTED',
          actor: 'api:owner',
          subject: policy.id,
          data: {
            name: 'Promoted',
            tag_code: 'FROMARUN',
            run_id: id,
            validation: 'VALIDATED',
            initial_capital: '250000',
          },
        },
      ],
    );
    const { items } = await world.core.policies.promotions.list(world.owner, id);
    assert.deepEqual(items, [
      {
        policy_id: policy.id,
        name: 'Promoted',
        tag_code: 'FROMARUN',
        mode: 'PAPER',
        status: 'ACTIVE',
        promoted_by: 'api:owner',
        promoted_at: '2026-03-02T06:00:00.000Z',
        idempotency_key: KEY,
        policy_overrides: {},
        run_data_revision: 'rev-1',
        validation: {
          status: 'VALIDATED',
          promotion_allowed: true,
          reasons: [{ code: 'COVERED', message: '500 of 500 members priced.' }],
        },
        rejected_confirmation: null,
        confirmed_additional: false,
        ai_research_dossier_ids: [],
        latest_complete_authoritative_valuation: null,
      },
    ]);
  });

  it('portfolio/Policy rules 8: the stored config is copied word for word, fields and digits that nobody knows included', async () => {
    const config = `{"strategy":"momentum_12_1","universe":"NIFTY500","top_n":20,"rebalance":"weekly","weighting":"equal",
      "max_order_value":150000,"from_the_future":{"deep":[1,{"big":12345678901234567890.123456789012345}],"none":null}}`;
    const id = await run({ config });
    const { policy } = await promote(id, {
      initial_capital: 5_000,
      policy_overrides: { liquid_sweep_enabled: true, max_order_value: 99_000, plan_expiry_hours: 12.5 },
    });
    const [row] = await sql(
      `select config - '{liquid_sweep_enabled,max_order_value,plan_expiry_hours}'::text[] = ($1::jsonb - 'max_order_value') as same,
         config ->> 'from_the_future' like '%12345678901234567890.123456789012345%' as digits,
         config -> 'max_order_value' as most, config -> 'liquid_sweep_enabled' as sweep, config -> 'plan_expiry_hours' as hours,
         initial_capital::float8 as capital from policy.policies where id = $2`,
      [config, policy.id],
    );
    assert.deepEqual(row, {
      same: true,
      digits: true,
      most: 99_000,
      sweep: true,
      hours: 12.5,
      capital: 5_000,
    });
    const [provenance] = await sql(
      `select run_config = $1::jsonb as same, policy_overrides from policy.policy_promotions`,
      [config],
    );
    assert.deepEqual(provenance, {
      same: true,
      policy_overrides: { liquid_sweep_enabled: true, max_order_value: 99_000, plan_expiry_hours: 12.5 },
    });
  });

  it('portfolio/Policy rules 8: only five fields of the config may be changed', async () => {
    const id = await run();
    await promote(id, {
      policy_overrides: {
        liquid_sweep_enabled: false,
        liquid_symbol: 'LIQUIDBEES',
        liquid_sweep_min: 0,
        max_order_value: 1,
        plan_expiry_hours: 30,
      },
    });
    for (const wrong of [
      { top_n: 5 },
      { strategy: 'low_volatility' },
      { liquid_sweep_min: -1 },
      { max_order_value: 0 },
      { plan_expiry_hours: 0 },
      { liquid_symbol: 'not a symbol' },
      { liquid_sweep_enabled: 'yes' },
    ])
      await refused(
        promote(
          id,
          { policy_overrides: wrong, confirm_additional_policy: true, tag_code: 'OTHERTAG' },
          `${KEY}-2`,
        ),
        422,
        'VALIDATION_ERROR',
        /policy_overrides/,
      );
    assert.equal(await policies(), 1);
  });

  it('portfolio/Errors, promotion: refusals come in their order, and a refused request leaves its key free', async () => {
    const taken = 'TAKENTAG';
    await world.core.policies.create(world.owner, policyBody({ tag_code: taken }), BY);
    const rejected = await run({ validation: 'REJECTED' });
    await promote(rejected, {
      tag_code: 'FIRSTONE',
      rejected_confirmation: { acknowledged: true, reason: REASON },
    });
    const unfinished = await run({ status: 'RUNNING' });
    const key = 'another-key-of-hers';
    // Whatever is wrong with it besides: the first line of the table tells.
    const everything = { tag_code: taken };
    await refused(promote('999999', everything, key), 404, 'RUN_NOT_FOUND');
    await refused(promote(rejected, everything, KEY), 409, 'IDEMPOTENCY_CONFLICT');
    await refused(promote(unfinished, everything, key), 409, 'RUN_NOT_COMPLETED', /RUNNING/);
    await refused(promote(rejected, everything, key), 422, 'VALIDATION_ERROR', /rejected_confirmation/);
    const confirmed = { rejected_confirmation: { acknowledged: true, reason: REASON } };
    await refused(
      promote(rejected, { ...everything, ...confirmed }, key),
      409,
      'ADDITIONAL_POLICY_CONFIRMATION_REQUIRED',
    );
    const additional = { ...confirmed, confirm_additional_policy: true };
    await refused(
      promote(rejected, { ...everything, ...additional }, key),
      409,
      'TAG_CODE_CONFLICT',
      /TAKENTAG/,
    );
    assert.equal(await policies(), 2);
    const { policy, replay } = await promote(rejected, { ...additional, tag_code: 'SECONDON' }, key);
    assert.deepEqual([replay, policy.tag_code], [false, 'SECONDON']);
    const { items } = await world.core.policies.promotions.list(world.owner, rejected);
    assert.deepEqual(
      items.map(({ tag_code, confirmed_additional }) => [tag_code, confirmed_additional]),
      [
        ['SECONDON', true],
        ['FIRSTONE', false],
      ],
    );
  });

  it('portfolio/Errors, promotion: no run that is not completed can be promoted', async () => {
    for (const status of ['QUEUED', 'RUNNING', 'FAILED', 'CANCELLED'])
      await refused(promote(await run({ status })), 409, 'RUN_NOT_COMPLETED', new RegExp(status));
    assert.equal(await policies(), 0);
  });

  it('portfolio/Policy rules 8: validation is metadata: only REJECTED asks for a word', async () => {
    for (const [at, validation] of (['VALIDATED', 'NOT_VALIDATED', 'UNKNOWN'] as const).entries())
      await promote(await run({ validation }), { tag_code: `STATUS0${at}` });
    assert.equal(await policies(), 3);
  });

  it('portfolio/Policy rules 8: REJECTED needs acknowledged=true and 20 characters that are no spaces', async () => {
    const id = await run({ validation: 'REJECTED' });
    const nineteen = 'a b c d e f g h i j k l m n o p q r s';
    for (const [what, rejected_confirmation] of [
      ['none', undefined],
      ['not acknowledged', { acknowledged: false, reason: REASON }],
      ['19 characters', { acknowledged: true, reason: nineteen }],
      ['spaces', { acknowledged: true, reason: ' '.repeat(40) }],
      ['other spaces', { acknowledged: true, reason: `${nineteen}\u00a0\u2003\u200b\n\t\u2060` }],
      ['19 characters of two units', { acknowledged: true, reason: '🙂'.repeat(19) }],
      ['too long', { acknowledged: true, reason: 'x'.repeat(2001) }],
      ['no reason', { acknowledged: true }],
      ['no word', { reason: REASON }],
      ['text', { acknowledged: 'true', reason: REASON }],
    ] as const)
      await refused(
        promote(id, rejected_confirmation === undefined ? {} : { rejected_confirmation }),
        422,
        'VALIDATION_ERROR',
        /rejected_confirmation/,
      ).catch((error: Error) => assert.fail(`${what}: ${error.message}`));
    assert.equal(await policies(), 0);
    const reason = `  ${nineteen}\n t `;
    await promote(id, { rejected_confirmation: { acknowledged: true, reason } });
    assert.deepEqual(await sql('select rejected_confirmation as kept from policy.policy_promotions'), [
      { kept: { acknowledged: true, reason } },
    ]);
  });

  it('portfolio/Policy rules 9: the same key and body is a replay, of the policy as it is now', async () => {
    const id = await run();
    const { policy } = await promote(id);
    await world.core.policies.pause(world.owner, policy.id, BY);
    // The order of fields makes no difference.
    const again = await world.core.policies.promotions.promote(
      world.owner,
      id,
      { key: KEY, body: { name: 'Promoted', tag_code: 'FROMARUN' } },
      BY,
    );
    assert.deepEqual([again.replay, again.policy.id, again.policy.status], [true, policy.id, 'PAUSED']);
    await refused(promote(id, { name: 'Other' }), 409, 'IDEMPOTENCY_CONFLICT', /different contents/);
    // Another run may be promoted under the same key: keys belong to a run.
    const other = await promote(await run(), { tag_code: 'OTHERRUN' });
    assert.equal(other.replay, false);
    assert.equal(await policies(), 2);
    assert.equal(
      (await sql(`select from evidence.events where kind = 'PROMOTED'`)).length,
      2,
      'a replay goes on no record',
    );
  });

  it('portfolio/Policy rules 9: a replay stays one after years, when receipts of requests are gone', async () => {
    const id = await run();
    const { policy } = await promote(id);
    await sql('delete from identity.command_receipts');
    world.clock.at = new Date('2030-03-02T06:00:00Z');
    assert.deepEqual((({ replay, policy: { id: same } }) => [replay, same])(await promote(id)), [
      true,
      policy.id,
    ]);
    await refused(promote(id, { name: 'Other' }), 409, 'IDEMPOTENCY_CONFLICT');
  });

  it('portfolio/Policy rules 9: the repeat of a request whose policy was deleted makes no second one', async () => {
    const id = await run();
    const { policy } = await promote(id);
    await refused(
      world.core.strategies.runs.remove(world.owner, id, BY),
      409,
      'RUN_PROMOTED',
      /Delete that policy/,
    );
    await world.core.policies.remove(world.owner, policy.id, BY);
    await refused(promote(id), 409, 'POLICY_DELETED', /new key/);
    await refused(promote(id, { name: 'Other' }), 409, 'IDEMPOTENCY_CONFLICT');
    assert.equal(await policies(), 0);
    // Nothing is linked any more: a new key needs no confirmation.
    await promote(id, {}, `${KEY}-2`);
    await world.core.policies.remove(
      world.owner,
      (await world.core.policies.list(world.owner, {})).items[0]?.id ?? '',
      BY,
    );
    await world.core.strategies.runs.remove(world.owner, id, BY);
    await refused(promote(id), 404, 'RUN_NOT_FOUND');
  });

  it('portfolio/Policy rules 9: fifty identical requests at once make one policy', async () => {
    const id = await run();
    const answers = await Promise.all(Array.from({ length: 50 }, () => promote(id)));
    assert.equal(new Set(answers.map(({ policy }) => policy.id)).size, 1);
    assert.equal(answers.filter(({ replay }) => !replay).length, 1);
    assert.deepEqual(await policyRows(world.core, world.owner), {
      'policy.policies': 1,
      'policy.policy_state': 1,
      'policy.policy_cash_flows': 1,
      'policy.policy_promotions': 1,
    });
  });

  it('portfolio/Policy rules 9: of fifty keys at once without confirmation one makes a policy', async () => {
    const id = await run();
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, nr) =>
        promote(id, { tag_code: `TAG000${10 + nr}` }, `key-number-of-many-${nr}`),
      ),
    );
    const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    assert.equal(refusals.length, 49);
    for (const refusal of refusals) assert.match(refusal, /ADDITIONAL_POLICY_CONFIRMATION_REQUIRED/);
    assert.equal(await policies(), 1);
  });

  it('portfolio/Policy rules 8: a run that somebody is deleting is waited for, and is not there then', async () => {
    const id = await run();
    const client = await world.core.database.systemPool.connect();
    try {
      await client.query('begin');
      await client.query('select from strategy.research_runs where id = $1 for update', [id]);
      const asked = promote(id);
      assert.ok(await comesToWait(world.core.database.systemPool, asked));
      await client.query('delete from strategy.research_runs where id = $1', [id]);
      await client.query('commit');
      await refused(asked, 404, 'RUN_NOT_FOUND');
    } finally {
      client.release();
    }
    assert.equal(await policies(), 0);
  });

  it('portfolio/Policy rules 8: of a promotion and a deletion of the run at once one happens', async () => {
    for (let nr = 10; nr < 15; nr += 1) {
      const id = await run();
      const [made, gone] = await Promise.allSettled([
        promote(id, { tag_code: `ATONCE${nr}` }),
        world.core.strategies.runs.remove(world.owner, id, BY),
      ]);
      assert.notEqual(made.status, gone.status);
      for (const one of [made, gone])
        if (one.status === 'rejected') assert.match(String(one.reason), /RUN_NOT_FOUND|RUN_PROMOTED/);
    }
  });

  it('portfolio/Policy rules 8: provenance is never changed, by no role', async () => {
    await promote(await run());
    for (const change of [`idempotency_key = 'another-one-of-hers'`, 'run_config = run_config'])
      await sql(`update policy.policy_promotions set ${change}`).then(
        () => assert.fail('provenance was changed'),
        (error: Error) => assert.match(error.message, /never changed/),
      );
    await world.core.database
      .asUser(world.owner, async (trx) => {
        await trx.raw('delete from policy.policy_promotions');
      })
      .then(
        () => assert.fail('provenance was deleted'),
        (error: Error) => assert.match(error.message, /permission denied/),
      );
  });

  it('what is not the person’s run is not there', async () => {
    const id = await run();
    await refused(promote(id, {}, KEY, world.stranger), 404, 'RUN_NOT_FOUND');
    await refused(world.core.policies.promotions.list(world.stranger, id), 404, 'RUN_NOT_FOUND');
    await refused(world.core.policies.promotions.list(world.owner, 'abc'), 404, 'RUN_NOT_FOUND');
    assert.deepEqual(await world.core.policies.promotions.list(world.owner, id), { items: [] });
  });

  it('a promotion that fails half way leaves nothing', async () => {
    const id = await run();
    await sql(
      `create function policy.fails() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger fails before insert on policy.policy_promotions for each row execute function policy.fails()`,
    );
    try {
      await assert.rejects(promote(id));
    } finally {
      await sql('drop trigger fails on policy.policy_promotions; drop function policy.fails()');
    }
    assert.deepEqual(await policyRows(world.core, world.owner), {});
    assert.equal((await promote(id)).replay, false);
  });

  describe('research/Events: dossiers of AI research beside a promotion', () => {
    const dossier = async (userId = world.owner) =>
      await storeRun(world.core, userId, { instrument_id: '7', report: null });
    const attached = async () =>
      await sql(
        `select subject, data, pillar from evidence.events where kind = 'AI_RESEARCH_PROMOTION_EVIDENCE_ATTACHED'`,
      );

    it('are stored with the promotion, shown with it, and on record', async () => {
      const id = await run();
      const ids = [await dossier(), await dossier()];
      const { policy } = await promote(id, { ai_research_dossier_ids: ids });
      const { items } = await world.core.policies.promotions.list(world.owner, id);
      assert.deepEqual(
        items.map((one) => one.ai_research_dossier_ids),
        [ids],
      );
      assert.deepEqual(await attached(), [
        { subject: policy.id, data: { name: 'Promoted', run_ids: ids }, pillar: 'research' },
      ]);
    });

    it('enter the fingerprint of the request: the same key with others is a conflict', async () => {
      const id = await run();
      const ids = [await dossier(), await dossier()];
      const { policy } = await promote(id, { ai_research_dossier_ids: ids });
      const again = await promote(id, { ai_research_dossier_ids: ids });
      assert.deepEqual([again.replay, again.policy.id], [true, policy.id]);
      for (const other of [[], ids.slice(0, 1), ids.toReversed()])
        await assert.rejects(promote(id, { ai_research_dossier_ids: other }), {
          code: 'IDEMPOTENCY_CONFLICT',
        });
      await assert.rejects(promote(id), { code: 'IDEMPOTENCY_CONFLICT' });
      assert.equal((await attached()).length, 1);
    });

    it('must exist and be one’s own: 422 names those that are not, and nothing is made', async () => {
      const id = await run();
      const [own, theirs] = [await dossier(), await dossier(world.stranger)];
      const problem = await refused(
        promote(id, { ai_research_dossier_ids: [own, theirs, 'ai-999999'] }),
        422,
        'VALIDATION_ERROR',
      );
      assert.deepEqual(problem.errors, [
        {
          field: 'ai_research_dossier_ids',
          message: `There is no AI research ${theirs}, ai-999999. Name your own dossiers, or omit them.`,
        },
      ]);
      assert.deepEqual([await policies(), await attached()], [0, []]);
      // The refusal does not use up the key.
      await promote(id, { ai_research_dossier_ids: [own] });
      assert.equal(await policies(), 1);
    });

    it('are a bounded list in which each stands once', async () => {
      const id = await run();
      const own = await dossier();
      const many = Array.from({ length: 21 }, (_, at) => `ai-${at + 1}`);
      for (const ids of [[own, own], many, ['7'], ['ai-'], [''], [null], ['ai-1; drop'], 'ai-1', [[own]]])
        await assert.rejects(promote(id, { ai_research_dossier_ids: ids }), { code: 'VALIDATION_ERROR' });
      assert.equal(await policies(), 0);
    });

    it('change nothing of validation, eligibility and capital', async () => {
      const [rejected, plain] = [await run({ validation: 'REJECTED' }), await run()];
      const ids = [await dossier()];
      await assert.rejects(promote(rejected, { ai_research_dossier_ids: ids }), { code: 'VALIDATION_ERROR' });
      const { policy: beside } = await promote(plain, { ai_research_dossier_ids: ids });
      const confirmed = { confirm_additional_policy: true, tag_code: 'FROMTHAT' };
      const { policy: alone } = await promote(plain, confirmed, 'another-key-of-hers');
      assert.deepEqual(
        [beside.initial_capital, beside.config, beside.allocation_mode],
        [alone.initial_capital, alone.config, alone.allocation_mode],
      );
      const [newer, older] = (await world.core.policies.promotions.list(world.owner, plain)).items;
      assert.deepEqual(newer?.validation, older?.validation);
    });
  });
});
