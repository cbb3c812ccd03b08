import { grouped } from '../../platform/grouped.ts';
import { type Clock, istDate } from '../../platform/index.ts';
import type { CycleParts } from '../cycle/index.ts';

/** Reads the ex-dates since a day of splits and other corporate actions, without dividends, by instrument. */
export const createExDates =
  ({ clock }: { clock: Clock }, { loader }: Pick<CycleParts, 'loader'>) =>
  async (ids: readonly string[], since: string): Promise<Map<string, string[]>> => {
    const { panel } = await loader.load({
      universe: [],
      from: since,
      to: istDate(clock.now()),
      warmup: 0,
      also: [...new Set(ids)],
    });
    const actions = panel.actions.filter(({ kind }) => kind !== 'DIVIDEND');
    const byShare = grouped(actions, ({ security }) => panel.securities[security]?.instrument_id ?? '');
    return new Map([...byShare].map(([id, of]) => [id, of.map(({ ex_date }) => ex_date)]));
  };
