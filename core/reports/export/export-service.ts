import type { Income, IncomeEventView } from '../../income/index.ts';
import { type Context, invalid, istDate } from '../../platform/index.ts';
import type { Cached, CachedReport } from '../cached.ts';
import type { DiversificationView } from '../diversification/index.ts';
import type { PerformanceQuery, PerformanceView } from '../performance/index.ts';
import { portfolioScope } from '../../portfolio/index.ts';
import type { ReportQuery } from '../report-query.ts';
import { spanOf } from '../span.ts';
import type { Tax } from '../tax/index.ts';
import { csvOf } from './csv.ts';
import { diversificationDocument } from './diversification-document.ts';
import type { ExportDocument, ExportFormat } from './document.ts';
import { addIncome, incomeDocument, type IncomeSums } from './income-document.ts';
import { pageOf } from './page.ts';
import { performanceDocument } from './performance-document.ts';
import { createPrinter } from './printer.ts';
import type { ExportQuery } from './query.ts';
import { taxDocument } from './tax-document.ts';
import { parseFinancialYear } from '../../finance/tax-law/index.ts';

/** A file ready to be taken along. */
interface ExportFile {
  /** In plain letters; see `file_name` for how the portfolio is spelt. */
  name: string;
  media_type: string;
  body: Buffer | AsyncIterable<string>;
}

/** The reports that files are made of. */
interface ExportSources {
  income: Pick<Income, 'events'>;
  performance: Pick<CachedReport<PerformanceQuery, PerformanceView>, 'read'>;
  diversification: Pick<CachedReport<ReportQuery, DiversificationView>, 'read'>;
  tax: Pick<Tax, 'read'>;
}

const CSV = 'text/csv; charset=utf-8';
/** Events fetched at a time. */
const BATCH = 500;
/** Rows up to which a file is kept for whoever asks for it again; a longer one is made while it is sent. */
const MOST_KEPT_ROWS = 10_000;
/** Where the page of definitions is, beneath the address of this installation. */
const DEFINITIONS = '/definitions';

/** Reports as files: CSV with every row, PDF of one page (spec: Reports, /export). */
export function createExports(
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  sources: ExportSources,
  cached: Cached,
) {
  const printer = createPrinter();
  const today = () => istDate(clock.now());

  async function income(userId: string, query: ExportQuery): Promise<ExportDocument> {
    const { from, to } = daysOf(query);
    const scope = await database.readAsUser(userId, (trx) => portfolioScope(trx, query.portfolio));
    const wanted = {
      ...(scope.id === null ? {} : { portfolio: scope.name }),
      ...(from === null ? {} : { from }),
      ...(to === null ? {} : { to }),
    };
    const events: IncomeEventView[] = [];
    const sums: IncomeSums = new Map();
    for (let page = 1; ; page++) {
      const { items, total } = await sources.income.events(userId, { ...wanted, page, page_size: BATCH });
      events.push(...items);
      addIncome(sums, items, today());
      if (items.length === 0 || events.length >= total) break;
    }
    const { name: portfolio, currency } = scope;
    return incomeDocument({ events, sums, portfolio, currency, from, to, today: today() });
  }

  async function documentOf(userId: string, query: ExportQuery): Promise<ExportDocument> {
    const portfolio = query.portfolio?.trim() || undefined;
    // A report without a span refuses a wrong one as well: nobody may take its file for what was asked.
    const days = daysOf(query);
    switch (query.report) {
      case 'income':
        return await income(userId, query);
      case 'tax':
        return taxDocument(await sources.tax.read(userId, { portfolio, fy: query.fy?.trim() || undefined }));
      case 'diversification':
        return diversificationDocument(await sources.diversification.read(userId, { portfolio }), today());
      case 'performance':
        return performanceDocument(
          await sources.performance.read(userId, {
            portfolio,
            from: days.from ?? undefined,
            to: days.to ?? undefined,
          }),
          days,
        );
    }
  }

  /** A file as text, a page in base64; null where it is too long to be kept. */
  const made = cached('export', async (userId, query: ReturnType<typeof plainQuery>) => {
    const document = await documentOf(userId, query);
    const name = fileName(document, query.format);
    if (query.format === 'pdf') {
      const definitions =
        config.PUBLIC_URL === null ? `${DEFINITIONS} in the dashboard` : `${config.PUBLIC_URL}${DEFINITIONS}`;
      const page = await printer.print(pageOf(document, definitions));
      return { name, media_type: 'application/pdf', content: page.toString('base64') };
    }
    if (document.rows_total > MOST_KEPT_ROWS) return null;
    const pieces: string[] = [];
    for await (const piece of csvOf(document)) pieces.push(piece);
    return { name, media_type: CSV, content: pieces.join('') };
  });

  return {
    /** The rows and key figures that a file is made of. @throws as `file`. */
    document: documentOf,

    /**
     * One report as a file. A page has no time of its making in it, so the same figures give the same bytes.
     * @throws 404 PORTFOLIO_NOT_FOUND; 422 VALIDATION_ERROR for what is no date or financial year; 503 UNAVAILABLE
     * where a page cannot be printed now.
     */
    async file(userId: string, query: ExportQuery): Promise<ExportFile> {
      const asked = plainQuery(query);
      const file = await made.read(userId, asked);
      if (file !== null) {
        const { name, media_type, content } = file;
        return { name, media_type, body: Buffer.from(content, asked.format === 'pdf' ? 'base64' : 'utf8') };
      }
      const document = await documentOf(userId, asked);
      return { name: fileName(document, 'csv'), media_type: CSV, body: csvOf(document) };
    },
  };
}

/** The same question in the same words, with CSV where no format is named. */
function plainQuery({ report, format, portfolio, fy, from, to }: ExportQuery) {
  return { report, format: format ?? 'csv', portfolio, fy, from, to } as const;
}

/** The days that are asked for; a financial year stands for its first and last one. */
function daysOf(query: ExportQuery): { from: string | null; to: string | null } {
  const fy = query.fy?.trim() || null;
  const year = fy === null ? null : parseFinancialYear(fy);
  if (fy !== null && year === null)
    throw invalid([{ field: 'fy', message: 'fy must be an Indian financial year such as 2025-26.' }]);
  return spanOf({
    from: query.from?.trim() || year?.from || null,
    to: query.to?.trim() || year?.to || null,
  });
}

/** `munim-tax-2025-26-long-term-2026-11-21.csv`: letters that every system takes. */
function fileName(document: ExportDocument, format: ExportFormat): string {
  const words = [document.report, ...document.file_words, document.portfolio, document.as_of];
  const plain = words.map((word) =>
    word
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, ''),
  );
  return `munim-${plain
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 120)}.${format}`;
}
