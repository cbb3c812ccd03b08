import { closedTrade, freshId, type OptionsWorld, PUT } from './options-world.ts';

/** Whose workspace is filled, by whatever world. */
type Filled = Pick<OptionsWorld, 'core' | 'owner' | 'take'>;

/** A Monday evening after the exchange has closed. */
export const EVENING = '2026-03-09T12:00:00.000Z';

/** The last sessions up to that evening, oldest first. */
export const sessionsOf = (world: Pick<OptionsWorld, 'core'>, count: number): string[] =>
  world.core.calendar.sessionsBetween(
    'NSE',
    world.core.calendar.addSessions('NSE', '2026-03-09', 1 - count),
    '2026-03-09',
  );

/** A moment of a day, in the hours of the exchange. */
export const during = (day: string, hour = 5): string => `${day}T0${hour}:00:00.000Z`;

/** A fill of a sale of 75 units; 0.1% below what was expected unless told. */
export const fill = (day: string, given: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: freshId('fill'),
  kind: 'execution',
  at: during(day),
  mode: 'SHADOW',
  strategy: 'short_put',
  tag: 'T-1',
  underlying: 'NIFTY',
  ...PUT,
  price: 99.9,
  reference_price: 100,
  ...given,
});

export const matched = (day: string): Record<string, unknown> => ({
  id: freshId('recon'),
  kind: 'reconciliation',
  at: during(day),
  broker: 'kite',
  differences: [],
});

/** Writes down how a broker was on some days, as its samples would. */
export async function levelled(world: Filled, days: readonly string[], level = 'OK'): Promise<void> {
  await world.core.options.store.change(world.owner, async (workspace) => {
    await workspace.insert(
      'broker_health_levels',
      days.map((day) => ({ broker: 'kite', since: during(day, 4), level, reasons_json: '[]' })),
    );
  });
}

/** Thirty trades of 20 sessions, each up by 700.00, but for six that lose 500.00 each: 460.00 on average. */
export function goodTrades(
  days: readonly string[],
  given: Record<string, unknown> = {},
): Record<string, unknown>[] {
  return Array.from({ length: 30 }, (_, nr) =>
    closedTrade(`T-${nr}`, during(days[nr % days.length] ?? '', 3 + Math.floor(nr / days.length)), {
      mode: nr % 2 === 0 ? 'DRY_RUN' : 'SHADOW',
      // (100 − 106) × 75 − 50
      ...(nr % 5 === 4 ? { exit: 106 } : {}),
      ...given,
    }),
  );
}

/** Everything that the confidence gate asks for. */
export async function readyForLive(world: Filled, given: Record<string, unknown> = {}): Promise<void> {
  const days = sessionsOf(world, 20);
  await world.take(...goodTrades(days, given), matched(days.at(-1) ?? ''), fill(days.at(-1) ?? '', given));
  await levelled(world, days.slice(-5));
}

/** The owner of a world of another kind, with records that are taken or the test fails. */
export const filledBy = (core: OptionsWorld['core'], owner: string): Filled => ({
  core,
  owner,
  async take(...records) {
    const { rejected } = await core.options.ingest(owner, records);
    if (rejected.length > 0) throw new Error(JSON.stringify(rejected));
  },
});

/** Sixty analyses of two models, each right and 0.4 off. */
export const analyses = (): Record<string, unknown>[] =>
  Array.from({ length: 60 }, (_, nr) => {
    const isUp = nr % 2 === 0;
    return [
      {
        id: `a-${nr}`,
        kind: 'market_analysis',
        at: during('2026-03-05', 4),
        underlying: 'NIFTY',
        horizon_at: during('2026-03-05', 9),
        probability_up: isUp ? 0.6 : 0.4,
        verdict: isUp ? 'BULLISH' : 'BEARISH',
        model: nr < 30 ? 'first' : 'second',
        ...(isUp ? { missing_inputs: ['vix'] } : {}),
      },
      {
        id: `o-${nr}`,
        kind: 'market_outcome',
        at: during('2026-03-05', 9),
        analysis_id: `a-${nr}`,
        realised: isUp ? 'UP' : 'DOWN',
        return_pct: isUp ? 0.5 : -0.5,
      },
    ];
  }).flat();
