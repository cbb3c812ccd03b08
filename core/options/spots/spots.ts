import { rupeesOf } from '../records/index.ts';
import type { OptionsStore } from '../store/index.ts';

/** The last price of an underlying that was reported on a day. */
interface Spot {
  /** YYYY-MM-DD, in India. */
  day: string;
  /** When it was taken, ISO-8601. */
  at: string;
  /** Rupees. */
  price: number;
  /** Volatility at the money, percent a year; null where it was not reported. */
  atm_iv: number | null;
  /** 0 to 100; null where it was not reported. */
  iv_rank: number | null;
}

/** Prices of underlyings as a trading process reported them, with records of the kind iv_snapshot. */
export interface Spots {
  /** The last one of each day since `from`, YYYY-MM-DD, oldest first. */
  list(userId: string, underlying: string, from: string): Promise<Spot[]>;
  /** Underlyings with a price since `from`, by name. */
  all(userId: string, from: string): Promise<string[]>;
}

export function createSpots(store: OptionsStore): Spots {
  return {
    list: async (userId, underlying, from) =>
      await store.read(userId, async (workspace) => {
        const rows = await workspace.select<Omit<Spot, 'price'> & { spot_e4: number }>(
          `select s.day, s.at, s.spot_e4, s.atm_iv, s.iv_rank from iv_snapshots s
           where s.owner_user_id = :owner and s.underlying = :underlying and s.day >= :from
             and s.spot_e4 is not null and not exists (
               select 1 from iv_snapshots l where l.owner_user_id = s.owner_user_id and l.underlying = s.underlying
                 and l.day = s.day and (l.at > s.at or l.at = s.at and l.record_id > s.record_id))
           order by s.day`,
          { underlying, from },
        );
        return rows.map(({ spot_e4, ...row }) => ({ ...row, price: rupeesOf(spot_e4) }));
      }),
    all: async (userId, from) =>
      await store.read(userId, async (workspace) => {
        const rows = await workspace.select<{ underlying: string }>(
          `select distinct s.underlying from iv_snapshots s
           where s.owner_user_id = :owner and s.day >= :from order by s.underlying`,
          { from },
        );
        return rows.map(({ underlying }) => underlying);
      }),
  };
}
