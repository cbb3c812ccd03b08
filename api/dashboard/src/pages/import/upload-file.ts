/** A file as the upload takes it, and what a drop may hold: files, and folders of them. */
import { ApiError } from '../../api/client.ts';
import { api } from '../../api/endpoints.ts';
import type { ImportPreview } from '../../api/types.ts';
import { MOST_FILES } from './most-files.ts';

const DEEPEST_FOLDER = 5;

export const ACCEPTED = '.csv,.txt,.tsv,.xml,.xlsx,.xls,.pdf,.ofx,.qfx,.json,.zip,text/csv,text/xml';
/** Folders hold other things too; what cannot be an export is not sent. */
const EXPORT = /\.(?:csv|txt|tsv|xml|xlsx|xls|pdf|ofx|qfx|json)$/i;

/** What is said of all files before they are read; empty where the files say it. */
export interface UploadOptions {
  type: string;
  portfolio: string;
  assetClass: string | null;
  currency: string;
  dateOrder: string | null;
}

export async function uploadFile(
  file: File,
  options: UploadOptions,
  { password = '', onProgress }: { password?: string; onProgress?: (share: number) => void } = {},
): Promise<ImportPreview> {
  const form = new FormData();
  form.set('type', options.type);
  const given = {
    portfolio: options.portfolio.trim(),
    default_asset_class: options.assetClass,
    currency: options.currency.trim().toUpperCase(),
    date_order: options.dateOrder,
    password,
  };
  for (const [field, value] of Object.entries(given)) if (value) form.set(field, value);
  // fields first: the server reads the form as a stream and needs them before the file
  form.set('file', file);
  return await api.csv.upload(form, onProgress ?? (() => undefined));
}

/** Whether a file is protected, and was sent without its password. */
export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PDF_PASSWORD_NEEDED';

/** The same, or with a wrong one. */
export const asksPassword = (error: unknown): boolean =>
  needsPassword(error) || (error instanceof ApiError && error.code === 'PDF_WRONG_PASSWORD');

/** True if the server refused a file because it holds market data, or it is packed as exchanges pack theirs. */
export const isMarketData = (error: unknown, { name }: File): boolean =>
  error instanceof ApiError &&
  (error.code === 'MARKET_DATA_FILE' || (error.code === 'CSV_IS_ARCHIVE' && /\.zip$/i.test(name)));

/** Details that a market data file lacks; empty if it has them. */
export type MarketFields = Record<'symbol' | 'index' | 'as_of', string>;

/** The exports among the files of a folder, in the order of their names. */
export const exportsAmong = (files: readonly File[]): File[] =>
  files
    .filter(({ name }) => EXPORT.test(name) && !name.startsWith('.') && !name.startsWith('~$'))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .slice(0, MOST_FILES);

/** The files of a drop. One that was dropped by itself is taken whatever its name is; of folders, what may be an export. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  const single = [...files];
  if (!entries.some(({ isDirectory }) => isDirectory)) return single.slice(0, MOST_FILES);
  const found: File[] = [];
  for (const entry of entries) await gather(entry, found, 0);
  return exportsAmong(found);
}

async function gather(entry: FileSystemEntry, found: File[], depth: number): Promise<void> {
  if (found.length >= MOST_FILES * 5 || depth > DEEPEST_FOLDER) return;
  if (entry.isFile)
    found.push(
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    );
  if (!entry.isDirectory) return;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader hands out its entries in portions, and an empty one at the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return;
    for (const one of portion) await gather(one, found, depth + 1);
  }
}
