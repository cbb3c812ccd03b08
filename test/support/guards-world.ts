import { freshId, type OptionsWorld, PUT } from './options-world.ts';

/** A Monday on which the exchange trades, 11:30 IST. */
export const OPEN_AT = '2026-06-15T06:00:00.000Z';
/** So many minutes after it, or before. */
export const after = (minutes: number): string =>
  new Date(Date.parse(OPEN_AT) + minutes * 60_000).toISOString();

/** An open trade of one short put of 75 units, sold at 100: a fall of the price by 1 gains 75 rupees. */
export function openTrade(
  tag: string,
  given: { last?: number | null } & Record<string, unknown> = {},
): object {
  const { last = 100, ...more } = given;
  return {
    id: freshId('position'),
    kind: 'position',
    at: OPEN_AT,
    mode: 'LIVE',
    strategy: 'short_put',
    tag,
    underlying: 'NIFTY',
    state: 'OPEN',
    opened_at: after(-300),
    legs: [{ ...PUT, entry_price: 100, last_price: last }],
    estimated_exit_costs: 0,
    max_loss: 1_000,
    ...more,
  };
}

export const margin = (used: number, available: number, more: object = {}): object => ({
  id: freshId('margin'),
  kind: 'margin',
  at: OPEN_AT,
  broker: 'kite',
  used,
  available,
  ...more,
});

export const mismatch = (more: object = {}): { id: string } =>
  ({
    id: freshId('recon'),
    kind: 'reconciliation',
    at: OPEN_AT,
    broker: 'kite',
    differences: [{ symbol: 'NIFTY26JUN24000PE', expected: -75, found: -150 }],
    ...more,
  }) as { id: string };

/** Says how a broker is, as the samples of its health would. */
export async function brokerIs(
  world: OptionsWorld,
  level: string,
  { broker = 'kite', at = OPEN_AT }: { broker?: string; at?: string } = {},
): Promise<void> {
  await world.take({ id: freshId('health'), kind: 'broker_health', at, broker, ok: true });
  await world.core.options.store.change(world.owner, async (workspace) => {
    await workspace.insert('broker_health_levels', [{ broker, since: at, level, reasons_json: '[]' }], {
      key: ['broker', 'since'],
      columns: ['level'],
    });
  });
}

export async function modeIs(world: OptionsWorld, mode: string, strategy = 'short_put'): Promise<void> {
  await world.core.options.store.change(world.owner, async (workspace) => {
    await workspace.insert('go_live', [{ strategy, mode, since: after(-10_000), changed_by: 'test' }], {
      key: ['strategy'],
      columns: ['mode'],
    });
  });
}

/** A strategy that may enter with money: promoted, its broker well, its margin known. */
export async function readyToTrade(world: OptionsWorld): Promise<void> {
  await modeIs(world, 'LIVE');
  await brokerIs(world, 'OK');
  await world.take(margin(100_000, 900_000));
}
