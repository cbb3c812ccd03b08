import { dayInWords, decimal, toScale } from '../../../platform/index.ts';
import {
  type Documents,
  type EvidencePacket,
  type EvidenceRequest,
  type Observation,
  sealPacket,
} from '../../port/index.ts';
import { DAY_FIGURE, NAME, newestOf, published } from './day-figure.ts';
import { dayDocument, indexFilePath } from './day-files.ts';
import { readIndexFile } from './index-file.ts';

const INDEXES = ['NIFTY 50', 'NIFTY 500'] as const;

/**
 * The levels of two indexes on `end`, and their returns since the session a year before; null where the archive has no file
 * of that day. @throws OutsideError, MalformedDocument
 */
export async function indexPacket(
  { end, before }: { end: string; before: string },
  request: EvidenceRequest,
  documents: Documents,
): Promise<EvidencePacket | null> {
  const now = await indexCloses(end, request, documents);
  if (now === null) return null;
  const then = await indexCloses(before, request, documents);
  const observations = INDEXES.flatMap((index): Observation[] => {
    const [close, first] = [now.closes.get(index), then?.closes.get(index)];
    if (close === undefined) return [];
    const level: Observation = {
      ...DAY_FIGURE,
      metric: 'index_close',
      scope_detail: index,
      end,
      unit: 'count',
      value: close,
      published_at: published(end),
      locator: `index file of ${dayInWords(end)}`,
    };
    if (first === undefined) return [level];
    const value = toScale(decimal(close).div(first).minus(1).times(100)).toFixed();
    const locator = `index files of ${dayInWords(before)} and ${dayInWords(end)}`;
    return [level, { ...level, metric: 'index_return_1y_pct', unit: 'pct', value, locator }];
  });
  const read = then === null ? [now.document] : [now.document, then.document];
  return sealPacket(
    {
      source_id: `${NAME}:indexes`,
      provider: NAME,
      publisher: 'NSE',
      authority: 'OFFICIAL',
      source_class: 'VERIFIED_FETCHED',
      families: ['sector_benchmark', 'market_data'],
      title: `NSE index closes of ${dayInWords(end)}`,
      url: null,
      published_at: published(end),
      published_precision: 'DAY',
      entity: { symbol: null, isin: null, name: null, id: null },
      fiscal_years: [],
      observations,
      passages: [],
      notes: [],
      document_hashes: read.map(({ sha256 }) => sha256),
    },
    newestOf(read),
  );
}

async function indexCloses(day: string, { signal }: EvidenceRequest, documents: Documents) {
  const document = await dayDocument(documents, [indexFilePath(day)], signal);
  return document === null ? null : { document, closes: readIndexFile(document.body.toString('utf8'), day) };
}
