import { conflict, type Context, invalid, notFound, type DbTransaction } from '../../platform/index.ts';
import { type AliasKind, aliasKey, type Instrument } from './instrument.ts';
import { findInstrument, namesakes, readProposals, saveDecision } from './registry-store.ts';
import type { AliasDecision } from './inputs.ts';

/** A word that may mean an instrument; nothing follows it before somebody confirms it. */
export interface Proposal {
  word: string;
  kind: AliasKind;
  source: string;
  instrument: Instrument;
}

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
const LONGEST_WORD = 200;

/** What people say about words for instruments: this one is meant, or that one is not. */
export function createAliasService({ database }: Pick<Context, 'database'>) {
  return {
    /** Aliases that wait for a decision, by word. */
    async proposals(): Promise<Proposal[]> {
      return await database.readAsSystem('read proposed aliases of instruments', readProposals);
    },

    /**
     * Confirms or rejects that a word (a broker's symbol, a name or an old ISIN) means an instrument. A rejected alias
     * never matches; a later decision takes the place of an earlier one.
     * @param by who decided, kept as the source of the alias.
     * @throws 404 INSTRUMENT_NOT_FOUND, 422 for no word, 409 ALIAS_TAKEN where the word already means another one.
     */
    async decide({ word, instrument_id, status }: AliasDecision, by: string): Promise<Instrument> {
      const alias = aliasKey(word);
      if (alias === '' || alias.length > LONGEST_WORD)
        throw invalid([{ field: 'word', message: `Give a word of 1 to ${LONGEST_WORD} characters.` }]);
      return await database.asSystem('decide about an alias of an instrument', async (trx: DbTransaction) => {
        const instrument = await findInstrument(trx, instrument_id);
        if (instrument === undefined) throw notFound('INSTRUMENT');
        const others = (await namesakes(trx, alias)).filter(({ id }) => id !== instrument.id);
        const [taken] = others;
        if (status === 'CONFIRMED' && taken !== undefined)
          throw conflict(
            'ALIAS_TAKEN',
            `${alias} already means ${taken.symbol}. Reject that first if it is wrong.`,
          );
        await saveDecision(trx, {
          instrument_id: instrument.id,
          alias,
          kind: ISIN.test(alias) ? 'FORMER_ISIN' : 'BROKER',
          status,
          valid_from: null,
          valid_to: null,
          source: by,
        });
        return instrument;
      });
    },
  };
}
