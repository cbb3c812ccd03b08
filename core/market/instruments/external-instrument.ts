import { type Context, invalid } from '../../platform/index.ts';
import { aliasKey, type ExternalInstrument, type Instrument } from './instrument.ts';
import { isIsin } from './isin.ts';
import { addExternal, findExternal } from './registry-store.ts';

const EXTERNAL_ID = /^[a-z][a-z0-9-]*:\S+$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Instruments that go by the id of a provider. */
export function createExternalInstruments({ database }: Pick<Context, 'database'>) {
  return {
    /**
     * Enters an instrument under its provider's id; one that is there stays as it is, however often it comes.
     * @returns the one that is on record.
     * @throws 422 VALIDATION_ERROR for an id without a prefix, no symbol, no ISIN or no currency.
     */
    async registerExternal(given: ExternalInstrument): Promise<Instrument> {
      const row = {
        ...given,
        symbol: aliasKey(given.symbol),
        isin: given.isin === null ? null : aliasKey(given.isin),
      };
      const wrong = [
        ...(EXTERNAL_ID.test(row.external_id)
          ? []
          : [{ field: 'external_id', message: 'Give the id with its prefix, such as yahoo:AAPL.' }]),
        ...(row.symbol === '' ? [{ field: 'symbol', message: 'Give a symbol.' }] : []),
        ...(row.isin === null || isIsin(row.isin)
          ? []
          : [{ field: 'isin', message: 'This is not an ISIN.' }]),
        ...(CURRENCY.test(row.currency)
          ? []
          : [{ field: 'currency', message: 'Give a currency such as USD.' }]),
      ];
      if (wrong.length > 0) throw invalid(wrong);
      return await database.asSystem('enter an instrument of a provider', async (trx) => {
        await addExternal(trx, row);
        const found = await findExternal(trx, row.external_id);
        if (found === undefined) throw new Error(`${row.external_id} was stored but cannot be found`);
        return found;
      });
    },

    /** The instrument that goes by a provider's id; null where there is none. */
    async external(id: string): Promise<Instrument | null> {
      return await database.readAsSystem(
        'look up an instrument of a provider',
        async (trx) => (await findExternal(trx, id)) ?? null,
      );
    },
  };
}
