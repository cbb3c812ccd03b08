import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { charts } from '../../charts/index.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock, type HeldClock } from '../support/core.ts';
import { closedTrade, freshId } from '../support/options-world.ts';

/** 15:30 in India on a Monday. */
const NOW = '2026-06-15T10:00:00.000Z';

const signal = (given: Record<string, unknown>) => ({
  id: freshId('signal'),
  kind: 'signal',
  at: '2026-06-15T04:00:00Z',
  mode: 'DRY_RUN',
  strategy: 'iron_condor',
  outcome: 'SEEN',
  ...given,
});

describe('portfolio/Chat-messaging commands: charts of options and why nothing was traded', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  let clock: HeldClock;
  before(async () => {
    clock = heldClock(NOW);
    fixture = await chatFixture({ clock });
    chat = await fixture.person('local');
  });
  after(() => fixture.close());

  const ask = async (text: string) => {
    await chat.says(text);
    return await chat.reply();
  };
  const take = async (...records: object[]) => {
    const { rejected } = await fixture.core.options.ingest(fixture.ownerId, records);
    assert.deepEqual(rejected, []);
  };
  const isPicture = (photo: Buffer | null | undefined) =>
    assert.equal(photo?.subarray(1, 4).toString('latin1'), 'PNG');

  it('without any record each says what to do next', async () => {
    for (const name of ['chart_today', 'chart_week', 'chart_month', 'chart_strategy'])
      assert.match((await ask(`/${name}`)).text, /No trades in dry run yet[\s\S]*how to connect one/, name);
    assert.match((await ask('/why_blocked')).text, /No signals yet[\s\S]*how to connect one/);
    assert.match((await ask('/chart_today tomorrow')).text, /"tomorrow" is not one of live, dry_run, shadow/);
  });

  it('/why_blocked: seen, filtered by reason with an example, executed; shadow apart', async () => {
    await take(
      signal({
        outcome: 'FILTERED',
        reason: 'IV_RANK_LOW',
        detail: 'IV rank 18, needs 30',
        underlying: 'NIFTY',
      }),
      signal({ outcome: 'FILTERED', reason: 'SKEW_FLAT' }),
      signal({ outcome: 'EXECUTED' }),
      signal({}),
      signal({ mode: 'SHADOW', outcome: 'FILTERED', reason: 'TOO_LATE' }),
    );
    const answer = await ask('/why_blocked');
    assert.equal(
      answer.text,
      [
        'Filters on 15 Jun 2026',
        '',
        'iron_condor (dry run)',
        '4 signals: 2 filtered, 1 executed, 1 undecided',
        '• IV rank too low: 1. Last: NIFTY, IV rank 18, needs 30',
        '• Skew flat: 1',
        '',
        'iron_condor (shadow)',
        '1 signal: 1 filtered, 0 executed',
        '• Too late in the day: 1',
        'Shadow signals count in no total.',
      ].join('\n'),
    );
    isPicture(answer.photo);
    assert.match((await ask('/why_blocked Iron_Condor')).text, /iron_condor \(dry run\)/);
    assert.match((await ask('/why_blocked short_put')).text, /No strategy named "short_put" has reported/);
  });

  it('/chart_today, /chart_week, /chart_month, /chart_strategy: the mode is said, and figures are those of the trades', async () => {
    // A short put sold at 100 and bought back, 75 units, less 50: at 90 it makes 700, at 110 it loses 800.
    await take(
      closedTrade('one', '2026-06-15T05:00:00Z', { mode: 'DRY_RUN' }),
      closedTrade('two', '2026-06-15T06:00:00Z', { mode: 'DRY_RUN', exit: 110, strategy: 'iron_condor' }),
      closedTrade('three', '2026-06-11T06:00:00Z', { mode: 'DRY_RUN', exit: null }),
      closedTrade('four', '2026-06-10T06:00:00Z', { mode: 'DRY_RUN' }),
      closedTrade('old', '2026-05-20T06:00:00Z', { mode: 'DRY_RUN' }),
    );
    const today = await ask('/chart_today');
    assert.match(today.text, /^Today, 15 Jun 2026, dry run\nRealised net −₹100\.00 from 2 closed trades/);
    assert.match(today.text, /4 signals: 2 filtered, 1 executed, 1 undecided/);
    assert.match(today.text, /There are no live trades yet, so this is the dry run/);
    isPicture(today.photo);
    const week = await ask('/chart_week');
    // 9 to 15 June: −100 and 700 are known.
    assert.match(week.text, /^Last 7 days, dry run\nRealised net \+₹600\.00 from 4 closed trades on 3 days/);
    assert.match(week.text, /1 trade with an unknown result in no sum/);
    assert.match(week.text, /11 Jun +unknown +1/);
    isPicture(week.photo);
    const month = await ask('/chart_month dry_run');
    assert.match(
      month.text,
      /^Last 30 days, dry run\nRealised net \+₹1,300\.00 from 5 closed trades on 4 days/,
    );
    isPicture(month.photo);
    const all = await ask('/chart_strategy');
    assert.match(
      all.text,
      /Results by strategy, dry run[\s\S]*short_put +₹2,100 +3\/4[\s\S]*iron_condor +−₹800 +0\/1/,
    );
    isPicture(all.photo);
    const one = await ask('/chart_strategy SHORT_PUT dry_run');
    assert.match(
      one.text,
      /^short_put, dry run\nGross \+₹2,250\.00, partial\nCosts ₹200\nNet \+₹2,100\.00, partial\n/,
    );
    assert.match(one.text, /A leg has no exit price\. \(1 trade\)/);
    isPicture(one.photo);
    assert.match(
      (await ask('/chart_strategy nobody')).text,
      /"nobody" is neither one of your strategies \(.*short_put.*\) nor one of live, dry_run, shadow/,
    );
    assert.match(
      (await ask('/why_blocked short_put')).text,
      /No signals of short_put today\nOther strategies/,
    );
    assert.match((await ask('/chart_strategy shadow')).text, /No trades in shadow yet/);
  });

  it('a day without anything says so, and when the last signal was', async () => {
    clock.at = new Date('2026-06-20T05:00:00Z');
    assert.match(
      (await ask('/why_blocked')).text,
      /No signals today\nThe last signal was reported for 15 Jun 2026, 09:30 IST/,
    );
    assert.match((await ask('/chart_today')).text, /No trade was closed today\.\nNo signals today\./);
    clock.at = new Date(NOW);
  });

  it('portfolio/Measurement rules 5: a chart that fails never blocks the text', async () => {
    // One fails where it is made, one where it is stored: the local chat draws it when it is opened.
    const notMade = () => {
      throw new Error('no chart');
    };
    const notStored = () => ({
      type: 'bar',
      data: { datasets: [] },
      options: { size: 1n },
    });
    for (const [command, chart, config] of [
      ['/chart_today', charts.options_day, notMade],
      ['/chart_today', charts.options_day, notStored],
      ['/chart_week', charts.options_days, notMade],
      ['/chart_month', charts.options_calendar, notStored],
      ['/chart_strategy', charts.options_strategies, notMade],
      ['/chart_strategy short_put', charts.options_equity, notStored],
      ['/why_blocked', charts.options_funnel, notMade],
    ] as const) {
      const whole = await ask(command);
      const broken = mock.method(chart, 'config', config as never);
      const alone = await ask(command);
      broken.mock.restore();
      assert.deepEqual([alone.text, alone.photo], [whole.text, null], command);
    }
  });
});
