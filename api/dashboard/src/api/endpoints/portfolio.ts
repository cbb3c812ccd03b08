import { address, http, type Progress } from '../client.ts';
import type {
  CatchUp,
  CommitInput,
  Dashboard,
  FinishedImport,
  Holding,
  HoldingInput,
  HoldingQuery,
  HoldingReport,
  ImportPreview,
  ImportResult,
  ImportUndo,
  ImportUndone,
  InstrumentSuggestions,
  MarketFile,
  MendedRow,
  Page,
  Portfolio,
  PortfolioInput,
  PriceInput,
  PriceRefresh,
  RecentCloses,
  Transaction,
  TransactionInput,
  TransactionQuery,
  UndecidedRow,
  Todos,
  ValueHistory,
} from '../types.ts';
import { at, rows } from './rows.ts';

type FileType = ImportPreview['type'];

/** Holdings and what they came from. */
export const PORTFOLIO = {
  dashboard: {
    read: () => http.get<Dashboard>('/api/portfolio/v2/dashboard'),
    todos: () => http.get<Todos>('/api/portfolio/todos'),
    history: (portfolio: string) => http.get<ValueHistory>('/api/portfolio/history', { portfolio }),
  },
  portfolios: rows<Portfolio, PortfolioInput>('/api/portfolio/v2/portfolios'),
  holdings: {
    ...rows<Holding, HoldingInput>('/api/portfolio/holdings'),
    /** Everything about one symbol, in a portfolio or in all of them. */
    bySymbol: (symbol: string, portfolio: string) =>
      http.get<HoldingReport>(
        at`/api/portfolio/holdings/by-symbol/${symbol}`,
        portfolio === '' ? {} : { portfolio },
      ),
    list: (query: HoldingQuery) => http.get<Page<Holding>>('/api/portfolio/holdings', { ...query }),
    recentCloses: (symbols: string) =>
      http.get<RecentCloses>('/api/portfolio/holdings/recent-closes', { symbols }),
    restore: (id: string) => http.post<Holding>(at`/api/portfolio/holdings/${id}/restore`),
    updatePrice: (id: string, body: PriceInput) =>
      http.post<Holding>(at`/api/portfolio/holdings/${id}/ltp`, body),
  },
  transactions: {
    ...rows<Transaction, TransactionInput>('/api/portfolio/transactions'),
    list: (query: TransactionQuery) =>
      http.get<Page<Transaction>>('/api/portfolio/transactions', { ...query }),
    restore: (id: string) => http.post<Transaction>(at`/api/portfolio/transactions/${id}/restore`),
  },
  prices: {
    catchUp: () => http.get<CatchUp>('/api/portfolio/market-data/catch-up'),
    refresh: (force = false) =>
      http.post<PriceRefresh>('/api/portfolio/market-data/refresh', force ? { force } : {}),
  },
  instruments: {
    search: (search: string) =>
      http.get<InstrumentSuggestions>('/api/portfolio/instruments', { search, limit: 12 }),
  },
  marketFiles: {
    /** Sends a file of market data with what it does not say itself; a preview stores nothing. */
    send: (file: File, fields: Record<string, string>, isPreview: boolean) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields))
        if (value.trim() !== '') form.set(field, value.trim());
      form.set('file', file);
      return http.upload<MarketFile>(
        address('/api/portfolio/market-data/files', isPreview ? { preview: 'true' } : {}),
        form,
      );
    },
  },
  csv: {
    upload: (form: FormData, progress: Progress) =>
      http.upload<ImportPreview>('/api/portfolio/csv/upload', form, progress),
    commit: (body: CommitInput) => http.post<ImportResult>('/api/portfolio/csv/commit', body),
    imports: (query: { page: number; page_size: number }) =>
      http.get<Page<FinishedImport>>('/api/portfolio/csv/imports', query),
    undoPreview: (id: string) => http.get<ImportUndo>(at`/api/portfolio/csv/imports/${id}/undo`),
    undo: (id: string, body: { digest: string }) =>
      http.post<ImportUndone>(at`/api/portfolio/csv/imports/${id}/undo`, body),
    undecided: (id: string, query: { page: number; page_size: number }) =>
      http.get<Page<UndecidedRow>>(at`/api/portfolio/csv/imports/${id}/undecided`, query),
    undecidedFile: (id: string) => at`/api/portfolio/csv/imports/${id}/undecided.csv`,
    mend: (id: string, row: number, body: { fields: Record<string, string> }) =>
      http.put<MendedRow>(at`/api/portfolio/csv/imports/${id}/undecided/${String(row)}`, body),
    dismiss: (id: string, row: number) =>
      http.delete(at`/api/portfolio/csv/imports/${id}/undecided/${String(row)}`),
    sampleFile: '/api/portfolio/csv/sample',
    sample: (type: FileType) => http.text('/api/portfolio/csv/sample', { type }),
    export: (type: FileType, portfolio?: string) => address('/api/portfolio/csv', { type, portfolio }),
  },
};
