import { dayInWords, type Log, withTimeOf } from '../../platform/index.ts';
import type { HoldingView } from '../records/index.ts';
import type { ClosePricingResult, ClosePricingService } from './close-pricing.ts';

/** A use-case that changes a person's books. */
type Change = (userId: string, ...rest: never[]) => Promise<unknown>;

/** Use-cases that create holdings. An undone sale, a removed holding of a ledger and a renamed share do, too. */
interface Changes {
  imports: { commit: Change; undo: Change; undecided: { mend: Change } };
  transactions: Record<'create' | 'update' | 'remove' | 'restore', Change>;
  openings: { record: Change };
  symbols: { restore: Change };
  holdings: {
    create(userId: string, body: unknown, by: never): Promise<HoldingView>;
    get(userId: string, id: string): Promise<HoldingView>;
    update: Change;
    remove: Change;
  };
}

/** Changes of corporate actions: these create holdings of the shares that came for others. */
type ActionChanges = Record<'apply' | 'create' | 'change' | 'undo' | 'saveSettings' | 'tellNews', Change>;

/**
 * The same use-cases, after which new holdings without a price take their last close on record at once. What goes wrong
 * with that never undoes a change; the next refresh prices them.
 */
export function withClosePrices<T extends Changes, A extends ActionChanges>(
  { portfolio, corporateActions }: { portfolio: T; corporateActions: A },
  closes: Pick<ClosePricingService, 'priceUnpriced'>,
  log: Log,
): { portfolio: T; corporateActions: A } {
  const priced = <C extends Change>(change: C): C =>
    (async (userId: string, ...rest: never[]) => {
      const result = await change(userId, ...rest);
      try {
        await closes.priceUnpriced(userId);
      } catch (error) {
        log.error({ err: error }, 'new holdings could not be priced from their last closes');
      }
      return result;
    }) as C;
  const each = <S extends object, N extends keyof S>(
    service: S & Record<N, Change>,
    ...names: readonly N[]
  ): S => ({ ...service, ...Object.fromEntries(names.map((name) => [name, priced(service[name])])) });
  const { imports, transactions, openings, symbols, holdings } = portfolio;
  const createHolding = priced(
    async (userId: string, body: never, by: never) => await holdings.create(userId, body, by),
  );
  return {
    portfolio: {
      ...portfolio,
      imports: { ...each(imports, 'commit', 'undo'), undecided: each(imports.undecided, 'mend') },
      transactions: each(transactions, 'create', 'update', 'remove', 'restore'),
      openings: each(openings, 'record'),
      symbols: each(symbols, 'restore'),
      holdings: {
        ...each(holdings, 'update', 'remove'),
        async create(userId: string, body: never, by: never) {
          const made = await createHolding(userId, body, by);
          // It is there all the same when it cannot be read again.
          return made.current_price === null ? await holdings.get(userId, made.id).catch(() => made) : made;
        },
      },
    },
    corporateActions: each(corporateActions, 'apply', 'create', 'change', 'undo', 'saveSettings', 'tellNews'),
  };
}

/** Prices everybody's holdings by their newest closes on record, and says what it came to. */
export async function priceEverybody(
  closes: Pick<ClosePricingService, 'priceEverybody'>,
  say: (line: string) => void,
): Promise<void> {
  const round = await withTimeOf('job', () => closes.priceEverybody());
  for (const line of closePricingLines(round)) say(line);
}

/** So many symbols are named; of the rest only the number is said. */
const MOST_NAMED = 20;

/** What pricing everybody's holdings came to, line by line; none where there was nothing to do. */
export function closePricingLines({ priced, refused, failed }: ClosePricingResult): string[] {
  const named = refused.slice(0, MOST_NAMED).map(({ symbol, as_of }) => `${symbol} (${dayInWords(as_of)})`);
  const more = refused.length > named.length ? ` and ${refused.length - named.length} more` : '';
  return [
    ...(priced > 0 ? [`Holdings priced from these closes: ${priced}.`] : []),
    ...(refused.length > 0
      ? [
          `Closes not used, because they are from before a demerger, a rights issue or an unread announcement: ${named.join(', ')}${more}.`,
        ]
      : []),
    ...(failed > 0
      ? [
          `The holdings of ${failed} ${failed === 1 ? 'user' : 'users'} could not be priced; the next refresh will price them.`,
        ]
      : []),
  ];
}
