import { csvCells, decimal } from '../../platform/index.ts';

/** A share that the practice broker trades. */
interface PracticeShare {
  symbol: string;
  isin: string | null;
  /** Rupees. */
  price: string;
  /** By which Dhan would know it. */
  securityId: string;
}

/** The shares of a price file, and any other at a price made up of its name. */
export interface PracticePrices {
  share(symbol: string): PracticeShare;
  bySecurityId(id: string): PracticeShare | null;
  /** Those of the file, and every other that was asked for. */
  known(): readonly PracticeShare[];
}

/** A price file that cannot be read; the message says where. */
export class PriceFileFault extends Error {
  override name = 'PriceFileFault';
}

/** @param text lines of `symbol,price` or `symbol,price,isin`, with or without a header. @throws PriceFileFault */
export function practicePrices(text = ''): PracticePrices {
  const shares = new Map<string, PracticeShare>();
  const ids = new Map<string, string>();

  function add(symbol: string, price: string, isin: string | null): PracticeShare {
    let id = 10_000 + (hashOf(symbol) % 400_000);
    while (ids.has(String(id))) id += 1;
    ids.set(String(id), symbol);
    const share = { symbol, isin, price, securityId: String(id) };
    shares.set(symbol, share);
    return share;
  }

  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const [symbol = '', price = '', isin = ''] = csvCells(line).map((cell) => cell.trim());
    if (index === 0 && !/^[\d.]+$/.test(price)) continue;
    if (!/^[A-Z0-9&_-]{1,30}$/.test(symbol) || !/^\d{1,9}(\.\d{1,4})?$/.test(price) || !decimal(price).gt(0))
      throw new PriceFileFault(
        `Line ${index + 1} of the price file is not symbol,price: such as TCS,3512.40 or TCS,3512.40,INE467B01029.`,
      );
    add(symbol, price, /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin) ? isin : null);
  }

  return {
    // A hundred rupees and more, in steps of five paise.
    share: (symbol) =>
      shares.get(symbol) ??
      add(
        symbol,
        decimal(hashOf(symbol) % 18_000)
          .div(20)
          .plus(100)
          .toFixed(2),
        null,
      ),
    bySecurityId: (id) => shares.get(ids.get(id) ?? '') ?? null,
    known: () => [...shares.values()],
  };
}

/** The same number for a name at every start (FNV-1a). */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
