import { createHash } from 'node:crypto';
import { momentInWords, addDays, istDate, istInstant } from '../../../platform/index.ts';
import {
  type Acquired,
  canonicalJson,
  type DocumentRequest,
  type Documents,
  type EvidenceDocument,
  type EvidenceProvider,
  type EvidenceRequest,
  MalformedDocument,
  type Observation,
  type PacketContent,
  type ResearchSubject,
  type RunMode,
  mayBeIndian,
  sealPacket,
  sourceFailure,
} from '../../port/index.ts';
import { actionObservations } from './action-observations.ts';
import {
  type ActionList,
  eachOnce,
  isOfSubject,
  type ListedAction,
  readBseActions,
  readNseActions,
} from './listed-actions.ts';

const NAME = 'exchange_actions';
const LIST_FRESH_FOR_MS = 6 * 3_600_000;
/** Boards announce well before; further ahead than this is a slip of a date. */
const AHEAD_DAYS = 400;
const YEAR_DAYS = 366;

/** Where NSE lists the actions of a symbol. */
export function nseActionsRequest(symbol: string): DocumentRequest {
  return {
    source: 'nse_site',
    path: `/api/corporates-corporateActions?index=equities&symbol=${encodeURIComponent(symbol)}`,
    accept: /json/i,
    freshForMs: LIST_FRESH_FOR_MS,
  };
}

/** Where BSE lists the actions of a scrip code. */
function bseActionsRequest(code: string): DocumentRequest {
  return {
    source: 'bse',
    path: `/BseIndiaAPI/api/DefaultData/w?scripcode=${encodeURIComponent(code)}`,
    accept: /json/i,
    freshForMs: LIST_FRESH_FOR_MS,
  };
}

/** The list of actions in a document. @throws MalformedDocument */
export function actionListOf(document: EvidenceDocument, read: (body: unknown) => ActionList): ActionList {
  try {
    return read(JSON.parse(document.body.toString('utf8')));
  } catch (cause) {
    throw new MalformedDocument('The list of corporate actions cannot be read.', { cause });
  }
}

interface ExchangeActionsParts {
  /** The number of a share on BSE, where its own filings tell it. */
  bseCodeOf?: (
    subject: ResearchSubject,
    search: { provider: typeof NAME; documents: Documents; signal: AbortSignal | undefined; as_of: string },
  ) => Promise<string | null>;
}

interface Exchange {
  name: 'NSE' | 'BSE';
  request: DocumentRequest;
  read: (body: unknown) => ActionList;
  isOf: (row: ListedAction) => boolean;
}

/**
 * Dividends, splits, bonuses and other events as the exchanges list them: REGULATOR, of one packet for each exchange. BSE
 * is asked where its code of the share is known.
 */
export function createExchangeActions({ bseCodeOf }: ExchangeActionsParts = {}): EvidenceProvider {
  return {
    name: NAME,
    covers: mayBeIndian,
    async acquire(request, documents) {
      const { subject } = request;
      const { as_of, signal } = request;
      const search = { provider: NAME, documents, signal, as_of } as const;
      const code = subject.bse_code ?? (await bseCodeOf?.(subject, search)) ?? null;
      const exchanges: Exchange[] = [
        {
          name: 'NSE',
          request: nseActionsRequest(subject.symbol),
          read: readNseActions,
          isOf: (row) => isOfSubject(row, subject),
        },
      ];
      if (code !== null)
        exchanges.push({
          name: 'BSE',
          request: bseActionsRequest(code),
          read: readBseActions,
          isOf: ({ symbol }) => symbol === code,
        });
      const found: Acquired = { packets: [], refused: [], failures: [] };
      for (const exchange of exchanges) await addList(exchange, request, documents, found);
      return found;
    },
  };
}

async function addList(
  { name, request: wanted, read, isOf }: Exchange,
  request: EvidenceRequest,
  documents: Documents,
  found: Acquired,
): Promise<void> {
  const { subject, as_of, mode, years } = request;
  const source_id = `${NAME}:${name}:${subject.symbol}`;
  try {
    const document = await documents.get(wanted, request.signal);
    const { rows, undated } = actionListOf(document, read);
    for (const row of rows.filter((one) => !isOf(one)))
      found.refused.push({
        provider: NAME,
        source_id: `${NAME}:${name}:${row.symbol}:${row.ex_date}`,
        reason:
          row.series !== null && row.series !== 'EQ' && row.series !== 'BE' ? 'NOT_EQUITY' : 'OTHER_COMPANY',
        detail: `${name} lists it for ${row.symbol}.`,
      });
    const today = istDate(new Date(as_of));
    const span = [addDays(today, -years * YEAR_DAYS), addDays(today, AHEAD_DAYS)] as const;
    const own = eachOnce(rows.filter((row) => isOf(row) && span[0] <= row.ex_date && row.ex_date <= span[1]));
    const later = (row: ListedAction) => laterThan(as_of, mode, row);
    for (const row of own) {
      const detail = later(row);
      if (detail !== null)
        found.refused.push({
          provider: NAME,
          source_id: `${source_id}:${row.ex_date}`,
          reason: 'AFTER_CUTOFF',
          detail: `${name} ${detail}`,
        });
    }
    const counted = own.filter((row) => later(row) === null);
    const observations = actionObservations(counted, as_of);
    const notes = undated > 0 ? [`${undated} rows of the list have no ex-date and are excluded.`] : [];
    const content: PacketContent = {
      source_id,
      provider: NAME,
      publisher: name,
      authority: 'REGULATOR',
      source_class: 'VERIFIED_FETCHED',
      families: ['corporate_actions', 'exchange_listing'],
      title: `Corporate actions listed by ${name}`,
      url: null,
      published_at: latestOf(observations),
      published_precision: latestOf(observations) === null ? 'UNKNOWN' : 'INSTANT',
      entity: {
        symbol: subject.symbol,
        isin: counted.find(({ isin }) => isin !== null)?.isin ?? null,
        name: null,
        id: null,
      },
      fiscal_years: [],
      observations,
      passages: [],
      notes,
      // Of its own rows alone: the list around them is another one every day.
      document_hashes: [hashOf(counted)],
    };
    // An empty list is evidence as well: the exchange was asked, and lists nothing.
    found.packets.push(sealPacket(content, document));
  } catch (error) {
    found.failures.push(sourceFailure(NAME, error));
  }
}

function hashOf(rows: readonly ListedAction[]): string {
  const told = rows.map(({ announced_at, symbol, isin, series, ex_date, words }) => ({
    announced_at: announced_at?.toISOString() ?? null,
    symbol,
    isin,
    series,
    ex_date,
    words,
  }));
  return createHash('sha256').update(canonicalJson(told)).digest('hex');
}

/** In which words it is later than the run may know; null where it is not. */
function laterThan(as_of: string, mode: RunMode, { ex_date, announced_at }: ListedAction): string | null {
  if (announced_at !== null)
    return announced_at.toISOString() > as_of ? `announced it on ${momentInWords(announced_at)}.` : null;
  const isAhead = istInstant(ex_date, '09:15').toISOString() > as_of;
  return mode === 'HISTORICAL' && isAhead ? 'does not say that it was announced by then.' : null;
}

function latestOf(observations: readonly Observation[]): string | null {
  const moments = observations.map(({ published_at }) => published_at).filter((one) => one !== null);
  return moments.toSorted().at(-1) ?? null;
}
