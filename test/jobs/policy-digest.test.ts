import assert from 'node:assert/strict';
import type { Digest, DigestLine } from '../../core/policies/index.ts';
import { istInstant } from '../../core/platform/index.ts';
import { digestSentence, digestTitle, sendPolicyDigests } from '../../jobs/policy-digest.ts';
import { runPolicyCycles } from '../../jobs/policy-cycles.ts';
import { sharedCore, type TestCore } from '../support/core.ts';
import { policyBody, seedDay } from '../support/policies.ts';

const BY = { actor: 'api:owner' };
const run = (date: string, time = '20:30') => ({
  dueAt: istInstant(date, time),
  isLate: false,
  attempt: 1,
  signal: new AbortController().signal,
});

const LINE: DigestLine = {
  policy_id: '1',
  name: 'Momentum',
  tag_code: 'MOMTOP20',
  mode: 'PAPER',
  date: '2026-03-06',
  nav_net_of_tax: 10.524,
  change_pct: 0.416,
  benchmark: { name: 'NIFTY 500', change_pct: -0.31 },
  drawdown_pct: 2.14,
  next_cycle_date: '2026-04-01',
  gap: null,
};
const DAY = { span: { kind: 'DAY', date: '2026-03-06' }, session: '2026-03-06' } as const;
const WEEK = { span: { kind: 'WEEK', date: '2026-03-07' }, session: '2026-03-06' } as const;

const SENTENCES: [Partial<DigestLine>, Pick<Digest, 'span' | 'session'>, string][] = [
  [
    {},
    DAY,
    'Momentum (paper): NAV ₹10.52, today +0.42% (NIFTY 500 −0.31%), 2.1% below its peak, next rebalance Wed, 1 Apr 2026.',
  ],
  [
    { drawdown_pct: 0, benchmark: { name: 'NIFTY 500', change_pct: null } },
    WEEK,
    'Momentum (paper): NAV ₹10.52, this week +0.42% (NIFTY 500 unknown), at its peak, next rebalance Wed, 1 Apr 2026.',
  ],
  [
    { date: '2026-03-05', change_pct: null, gap: 'NOT_VALUED' },
    DAY,
    'Momentum (paper): NAV ₹10.52 on Thu, 5 Mar 2026, 2.1% below its peak, next rebalance Wed, 1 Apr 2026. Not valued on Fri, 6 Mar 2026 yet; it follows once the closes are there.',
  ],
  [
    {
      date: null,
      nav_net_of_tax: null,
      change_pct: null,
      drawdown_pct: null,
      benchmark: null,
      gap: 'FAILED',
    },
    DAY,
    'Momentum (paper): next rebalance Wed, 1 Apr 2026. It stopped because a session failed: retry it with /policies MOMTOP20.',
  ],
];

describe('the job of the policy digest', () => {
  const open = sharedCore();
  let world: TestCore;
  let id: string;
  beforeEach(async () => {
    world = await open();
    id = (await world.core.policies.create(world.owner, policyBody(), BY)).id;
  });
  const valued = async (day: string, index: number) => {
    await seedDay(world.core, { userId: world.owner, policyId: id }, { day, index, benchmark: index });
    await world.core.database.systemPool.query('update policy.policy_state set day = $1', [day]);
  };
  const digests = async () =>
    (await world.core.notifications.list(world.owner, { kind: 'policy_digest' })).items.map(
      ({ title, body }) => `${title}: ${body}`,
    );

  for (const [change, of, sentence] of SENTENCES)
    it(sentence, () => assert.equal(digestSentence({ ...LINE, ...change }, of), sentence));

  it('names the day, and of a week its last session', () => {
    assert.deepEqual(
      [digestTitle(DAY), digestTitle(WEEK)],
      ['Policies on Fri, 6 Mar 2026', 'Policies in the week to Fri, 6 Mar 2026'],
    );
  });

  it('comes once on an exchange day, also without a trade, and to nobody without policies', async () => {
    await valued('2026-03-02', 10);
    await valued('2026-03-04', 10.1);
    assert.equal(await sendPolicyDigests(world.core, run('2026-03-04')), '1 written, 0 waiting for closes');
    assert.equal(
      await sendPolicyDigests(world.core, run('2026-03-04', '21:30')),
      '0 written, 0 waiting for closes',
    );
    assert.deepEqual(await digests(), [
      'Policies on Wed, 4 Mar 2026: Momentum (paper): NAV ₹10.00, today +1.00% (NIFTY 500 +1.00%), at its peak, next rebalance Mon, 2 Mar 2026.',
    ]);
    assert.equal((await world.core.notifications.list(world.stranger)).total, 0);
  });

  it('waits for closes that come late, until the last run of the evening', async () => {
    await valued('2026-03-02', 10);
    assert.equal(await sendPolicyDigests(world.core, run('2026-03-04')), '0 written, 1 waiting for closes');
    assert.equal(
      await sendPolicyDigests(world.core, run('2026-03-04', '21:30')),
      '0 written, 1 waiting for closes',
    );
    assert.equal(
      await sendPolicyDigests(world.core, run('2026-03-04', '22:30')),
      '1 written, 0 waiting for closes',
    );
    assert.match((await digests())[0] ?? '', /Not valued on Wed, 4 Mar 2026 yet/);
  });

  it('says nothing where policies do not go on by themselves', async () => {
    const config = { ...world.core.config, POLICY_WORKER_ENABLED: false };
    const told = await sendPolicyDigests({ ...world.core, config }, run('2026-03-04', '22:30'));
    assert.match(told, /^switched off/);
    assert.deepEqual(await digests(), []);
  });

  it('on Saturdays for the week; nothing on a holiday, on Sundays, or where it is switched off', async () => {
    await valued('2026-03-02', 10);
    await valued('2026-03-06', 10.2);
    // Tuesday, 3 March, is a holiday.
    for (const closed of ['2026-03-03', '2026-03-08'])
      assert.equal(await sendPolicyDigests(world.core, run(closed)), 'no exchange day');
    await world.core.notifications.saveSettings(world.owner, { modes: { policy_digest: 'off' } });
    assert.match(await sendPolicyDigests(world.core, run('2026-03-07')), /^0 written/);
    await world.core.notifications.saveSettings(world.owner, { modes: { policy_digest: 'silent' } });
    assert.match(await sendPolicyDigests(world.core, run('2026-03-07')), /^1 written/);
    assert.match(
      (await digests())[0] ?? '',
      /^Policies in the week to Fri, 6 Mar 2026: .*this week \+2\.00%/,
    );
  });

  it('the runs that bring policies up to date tell of those that stand still', async () => {
    let told = 0;
    const context = {
      config: world.core.config,
      policies: {
        ...world.core.policies,
        tellFailures: async () => {
          told += 1;
          return 1;
        },
      },
    };
    await runPolicyCycles(context, run('2026-03-04'));
    assert.equal(told, 1);
  });
});
