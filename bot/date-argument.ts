import { dayBefore, dayInWords, istDate } from '../core/platform/index.ts';
import { type Argument, WrongArgument } from './arguments.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day: 2024-01-05, 05-01-2024, 5-Jan-2024, today, yesterday. Answers YYYY-MM-DD; a day to come is refused. */
export function date(): Argument<string> {
  return {
    placeholder: 'date',
    optional: false,
    rest: false,
    mostWords: 3,
    kind: 'date',
    question: 'On which date?',
    fits: (words, world) => (readDate(words.toLowerCase(), istDate(world.now())) === null ? 'no' : 'known'),
    parse(word, world) {
      const today = istDate(world.now());
      const found = readDate(word.toLowerCase(), today);
      if (found === null) {
        const rest = 'is not a date. Send 2024-01-05, 05-01-2024, today or yesterday.';
        throw new WrongArgument(`"${word}" ${rest}`, { plainly: `That ${rest}` });
      }
      if (found > today) {
        const told = `${dayInWords(found)} is in the future. Record a transaction once it has happened.`;
        throw new WrongArgument(told, { plainly: told });
      }
      return found;
    },
    options: async () => [
      { label: 'Today', value: 'today' },
      { label: 'Yesterday', value: 'yesterday' },
    ],
  };
}

function readDate(word: string, today: string): string | null {
  if (word === 'today') return today;
  if (word === 'yesterday') return dayBefore(today);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word);
  if (iso !== null) return calendarDay(iso[1], iso[2], iso[3]);
  const indian = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(word);
  if (indian !== null) return calendarDay(indian[3], indian[2], indian[1]);
  const named = /^(\d{1,2})[-/. ]?([a-z]{3})[a-z]*[-/. ]?(\d{4})$/.exec(word);
  const month = MONTHS.indexOf(named?.[2] ?? '');
  return named === null || month === -1 ? null : calendarDay(named[3], String(month + 1), named[1]);
}

function calendarDay(year = '', month = '', dayOfMonth = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  const real = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && Number(year) >= 1900;
  return real ? text : null;
}
