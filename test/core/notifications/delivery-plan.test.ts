import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DELIVERY_PAUSES } from '../../../core/notifications/deliveries.ts';
import { planDelivery, quietUntil, staleAt } from '../../../core/notifications/delivery-plan.ts';
import type { QuietHours } from '../../../core/notifications/inputs.ts';
import type { Kind } from '../../../core/notifications/kind.ts';
import { KIND_NAMES, KINDS, type KindName } from '../../../core/notifications/kinds.ts';
import { backoffMs, DAY_MS, istInstant, istTime } from '../../../core/platform/index.ts';

const night: QuietHours = { from: '22:00', to: '07:00' };
const siesta: QuietHours = { from: '13:00', to: '15:30' };

describe('quiet hours', () => {
  const cases: [string, QuietHours | null, string, string, string | null][] = [
    ['none are set', null, '2026-03-10', '23:00', null],
    ['before they start', night, '2026-03-10', '21:59', null],
    ['the first minute', night, '2026-03-10', '22:00', '2026-03-11 07:00'],
    ['just before midnight', night, '2026-03-10', '23:59', '2026-03-11 07:00'],
    ['just after midnight', night, '2026-03-11', '00:00', '2026-03-11 07:00'],
    ['the last minute', night, '2026-03-11', '06:59', '2026-03-11 07:00'],
    ['the end is outside', night, '2026-03-11', '07:00', null],
    ['over the end of a year', night, '2026-12-31', '22:30', '2027-01-01 07:00'],
    ['over a leap day', night, '2028-02-28', '22:30', '2028-02-29 07:00'],
    ['inside one day', siesta, '2026-03-10', '13:00', '2026-03-10 15:30'],
    ['inside one day, after the end', siesta, '2026-03-10', '15:30', null],
    ['until midnight', { from: '20:00', to: '00:00' }, '2026-03-10', '23:00', '2026-03-11 00:00'],
    ['from midnight', { from: '00:00', to: '06:00' }, '2026-03-11', '00:00', '2026-03-11 06:00'],
  ];
  for (const [title, quiet, date, time, end] of cases) {
    it(`notifications/Quiet hours: ${title}`, () => {
      const [endDate = '', endTime = ''] = end?.split(' ') ?? [];
      assert.deepEqual(
        quietUntil(quiet, istInstant(date, time)),
        end === null ? null : istInstant(endDate, endTime),
      );
    });
  }

  it('notifications/Quiet hours: the end is ahead, within a day, and at its time of day', () => {
    const clockTime = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
    fc.assert(
      fc.property(
        clockTime,
        clockTime,
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        (from, to, at) => {
          const end = quietUntil({ from, to }, at);
          if (end === null) return;
          assert.ok(end > at && end.getTime() - at.getTime() <= DAY_MS);
          assert.equal(istTime(end), to);
          assert.equal(quietUntil({ from, to }, end), null);
        },
      ),
    );
  });
});

describe('what becomes of a message', () => {
  const at = (time: string, date = '2026-03-10') => istInstant(date, time);
  const plan = (
    kind: KindName,
    now: Date,
    over: { mode?: 'loud' | 'silent' | 'off'; quiet?: QuietHours; written?: Date },
  ) =>
    planDelivery({
      kind: KINDS[kind],
      mode: over.mode ?? KINDS[kind].mode,
      quiet: over.quiet ?? null,
      expiresAt: staleAt(KINDS[kind], over.written ?? now),
      now,
    });

  it('notifications/Modes: loud rings, silent does not, off is not sent', () => {
    assert.deepEqual(plan('eod_portfolio_report', at('15:45'), {}), { action: 'send', silent: false });
    assert.deepEqual(plan('eod_portfolio_report', at('15:45'), { mode: 'silent' }), {
      action: 'send',
      silent: true,
    });
    assert.equal(plan('eod_portfolio_report', at('15:45'), { mode: 'off' }).action, 'drop');
  });
  it('notifications/Quiet hours: a loud report waits for their end', () => {
    const quiet = { from: '15:00', to: '18:00' };
    assert.deepEqual(plan('eod_portfolio_report', at('15:45'), { quiet }), {
      action: 'hold',
      until: at('18:00'),
    });
  });
  it('notifications/Quiet hours: a silent report does not wait', () => {
    const quiet = { from: '15:00', to: '18:00' };
    assert.deepEqual(plan('eod_portfolio_report', at('15:45'), { quiet, mode: 'silent' }), {
      action: 'send',
      silent: true,
    });
  });
  it('notifications/Quiet hours: a loud hourly update that would be stale at their end is dropped', () => {
    assert.equal(
      plan('hourly_portfolio_update', at('21:00'), { quiet: { from: '20:00', to: '07:00' }, mode: 'loud' })
        .action,
      'drop',
    );
  });
  it('notifications/Quiet hours: a loud hourly update waits when they end within its 50 minutes', () => {
    const quiet = { from: '20:00', to: '21:30' };
    assert.deepEqual(plan('hourly_portfolio_update', at('21:00'), { quiet, mode: 'loud' }), {
      action: 'hold',
      until: at('21:30'),
    });
  });
  it('notifications/Quiet hours: a sign-in code ignores them', () => {
    assert.deepEqual(plan('login_code', at('23:00'), { quiet: night }), { action: 'send', silent: false });
  });
  it('notifications/Quiet hours: an import message comes without a sound', () => {
    assert.deepEqual(plan('import_finished', at('23:00'), { quiet: night, mode: 'loud' }), {
      action: 'send',
      silent: true,
    });
  });
  it('notifications/Staleness: a sign-in code older than five minutes is not sent', () => {
    assert.equal(plan('login_code', at('12:05'), { written: at('12:00') }).action, 'drop');
    assert.equal(plan('login_code', at('12:04'), { written: at('12:00') }).action, 'send');
  });
  it('notifications/Kinds: every default is an allowed mode, and a code cannot be muted', () => {
    for (const name of KIND_NAMES) {
      const kind: Kind = KINDS[name];
      assert.ok(kind.modes.includes(kind.mode), name);
    }
    assert.deepEqual(KINDS.login_code.modes, ['loud']);
  });
});

describe('pauses between attempts', () => {
  it('notifications/Retries: from a half to the whole of 5 s doubled, at most 30 minutes', () => {
    const retryPauseMs = (failures: number, random: number) => backoffMs(DELIVERY_PAUSES, failures, random);
    // 5 s · 2^(n-1): n=1 → 5 s, n=4 → 40 s, n=9 → 1280 s, n=10 → 2560 s, cut to 1800 s.
    assert.deepEqual([retryPauseMs(1, 0), retryPauseMs(1, 1)], [2_500, 5_000]);
    assert.deepEqual([retryPauseMs(4, 0), retryPauseMs(4, 1)], [20_000, 40_000]);
    assert.deepEqual(
      [retryPauseMs(9, 1), retryPauseMs(10, 1), retryPauseMs(40, 1)],
      [1_280_000, 1_800_000, 1_800_000],
    );
  });
});
