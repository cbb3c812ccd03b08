const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const known = new Map<string, string | null>();
const MOST_KNOWN = 20_000;

/**
 * A day in the forms that exchanges' price files use (`2024-07-08`, `08-JUL-2024`, `08/07/2024`, `20240708`) as
 * YYYY-MM-DD; null for anything else. With slashes the day comes first, as everywhere in India.
 */
export function priceDay(text: string): string | null {
  // A file says the same few days again and again.
  const found = known.get(text);
  if (found !== undefined) return found;
  const day = readDay(text.trim());
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, day);
  return day;
}

function readDay(text: string): string | null {
  const words = /^(\d{1,2})[- ]([A-Za-z]{3})[A-Za-z]*[- ](\d{4})$/.exec(text);
  const slashes = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}.*)?$/.exec(text);
  if (words !== null) {
    const month = MONTHS.indexOf((words[2] ?? '').toUpperCase()) + 1;
    return dayOf(words[3], String(month), words[1]);
  }
  if (slashes !== null) return dayOf(slashes[3], slashes[2], slashes[1]);
  const plain = iso ?? digits;
  return plain === null ? null : dayOf(plain[1], plain[2], plain[3]);
}

function dayOf(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = /^(19|20)\d\d-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? date : null;
}

const PLAIN = /^\d{1,15}(?:\.\d{1,10})?$/;
/** Closes that came through a 32-bit number have more digits than a price: 6786.10009765625 was 6786.1. */
const NOISY = /^\d{1,15}\.\d{7,}$/;

/**
 * A price as exact text of at most ten places; null for what is no number. Thousands' commas, exponents and a minus
 * sign are read, so that price validation can say what is wrong with them.
 */
export function priceText(text: string): string | null {
  if (NOISY.test(text)) return fromNoise(text);
  if (PLAIN.test(text)) return text;
  const bare = text.trim().replaceAll(',', '');
  if (!/^-?\d{1,15}(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(bare)) return null;
  if (NOISY.test(bare)) return fromNoise(bare);
  if (/[eE]/.test(bare) || !/^-?\d+(?:\.\d{1,10})?$/.test(bare)) return decimalText(Number(bare));
  return bare;
}

function fromNoise(text: string): string {
  const price = Number(text);
  if (Math.fround(price) === price)
    for (let digits = 6; digits <= 9; digits += 1) {
      const short = Number(price.toPrecision(digits));
      if (Math.fround(short) === price) return decimalText(short) ?? text;
    }
  return PLAIN.test(text) ? text : (decimalText(price) ?? text);
}

function decimalText(price: number): string | null {
  if (!Number.isFinite(price) || Math.abs(price) >= 1e15) return null;
  return price.toFixed(10).replace(/\.?0+$/, '');
}
