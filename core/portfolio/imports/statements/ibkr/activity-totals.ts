import { Decimal } from '../../../../platform/index.ts';
import type { StatedTotal } from '../../rows/index.ts';
import { tradesOf } from './activity-records.ts';
import { categoryCode, ibkrSymbol } from './instruments.ts';
import { dataOf, type SectionRecord, type Sections } from './sections.ts';
import { amountIn } from '../table.ts';

const ZERO = new Decimal(0);
/** Sums of a statement are rounded to cents. */
const CENT = '0.01';

/** The sums that an Activity Statement names of what is imported, beside what its rows come to. */
export function activityTotals(sections: Sections): StatedTotal[] {
  return [
    ...sharesAtTheEnd(sections),
    ...tradeSums(sections),
    ...sumsOf(sections, 'Dividends', 'Dividends'),
    ...sumsOf(sections, 'Withholding Tax', 'Tax withheld'),
  ];
}

const isShare = ({ cell }: SectionRecord): boolean =>
  /^(?:STK|FUND)$/.test(categoryCode(cell('assetcategory')));

const counted = (sections: Sections): SectionRecord[] => tradesOf(sections).counted.filter(isShare);

/** What was traded, and what corporate actions and transfers added. */
function sharesAtTheEnd(sections: Sections): StatedTotal[] {
  const read = new Map<string, Decimal>();
  const add = (symbol: string, text: string, isOut = false): void => {
    const units = amountIn(text) ?? ZERO;
    const key = ibkrSymbol(symbol).replace(/\.OLD$/, '');
    read.set(key, (read.get(key) ?? ZERO).plus(isOut ? units.abs().negated() : units));
  };
  for (const { cell } of counted(sections)) add(cell('symbol'), cell('quantity'));
  for (const one of dataOf(sections, 'Corporate Actions', 'assetcategory'))
    add(
      /\(([^(),]+),[^()]*\)\s*$/.exec(one.cell('description').slice(0, 500))?.[1] ?? '',
      one.cell('quantity'),
    );
  for (const one of dataOf(sections, 'Transfers', 'assetcategory'))
    if (isShare(one)) add(one.cell('symbol'), one.cell('qty'), /^out/i.test(one.cell('direction')));
  const stated = new Map<string, Decimal>();
  for (const one of dataOf(sections, 'Open Positions', 'datadiscriminator')) {
    const symbol = ibkrSymbol(one.cell('symbol'));
    if (isShare(one) && !/^lot$/i.test(one.cell('datadiscriminator')))
      stated.set(symbol, (stated.get(symbol) ?? ZERO).plus(amountIn(one.cell('quantity')) ?? ZERO));
  }
  const before = sharesBefore(sections);
  return [...stated].map(([symbol, units]) => {
    const [own, prior] = [read.get(symbol) ?? ZERO, before.get(symbol) ?? ZERO];
    const change = units.minus(prior);
    const agrees = change.eq(own);
    return {
      what: prior.isZero()
        ? `Shares of ${symbol} at the end`
        : `Shares of ${symbol} at the end, less the ${prior.toFixed()} held before`,
      stated: change.toFixed(),
      read: own.toFixed(),
      agrees,
      ...(agrees ? {} : { reason: 'The statement may begin after the first purchase.' }),
    };
  });
}

function sharesBefore(sections: Sections): Map<string, Decimal> {
  const before = new Map<string, Decimal>();
  for (const one of dataOf(sections, 'Mark-to-Market Performance Summary', 'assetcategory'))
    if (isShare(one)) before.set(ibkrSymbol(one.cell('symbol')), amountIn(one.cell('priorquantity')) ?? ZERO);
  return before;
}

/** Money and commissions of all trades of shares in a currency; totals of several accounts are of one account each. */
function tradeSums(sections: Sections): StatedTotal[] {
  const keyOf = ({ cell }: SectionRecord, account: string) =>
    [cell('assetcategory'), cell('currency'), account].join('\n');
  const sums = new Map<string, { proceeds: Decimal; commfee: Decimal }>();
  for (const row of counted(sections))
    for (const account of new Set(['', row.cell('account')])) {
      const sum = sums.get(keyOf(row, account)) ?? { proceeds: ZERO, commfee: ZERO };
      for (const column of ['proceeds', 'commfee'] as const)
        sum[column] = sum[column].plus(amountIn(row.cell(column)) ?? 0);
      sums.set(keyOf(row, account), sum);
    }
  return (sections.get('Trades') ?? []).flatMap((one) => {
    const { kind, cell } = one;
    if (kind !== 'Total' || !isShare(one) || cell('symbol') !== '') return [];
    const sum = sums.get(keyOf(one, cell('account')));
    return [
      ['Money of all trades', 'proceeds'] as const,
      ['Commissions of all trades', 'commfee'] as const,
    ].flatMap(([what, column]) => {
      const stated = amountIn(cell(column));
      return stated === null ? [] : [total(`${what} in ${cell('currency')}`, stated, sum?.[column] ?? ZERO)];
    });
  });
}

/** Each total of a section of payments, beside the rows above it. */
function sumsOf(sections: Sections, section: string, what: string): StatedTotal[] {
  const found: StatedTotal[] = [];
  let sum = ZERO;
  let currency = '';
  for (const { kind, cell } of sections.get(section) ?? []) {
    const word = cell('currency');
    if (kind === 'Data' && /^[A-Z]{3}$/.test(word)) {
      currency = word;
      sum = sum.plus(amountIn(cell('amount')) ?? 0);
    } else if (/^total$/i.test(word) || (kind === 'Total' && word === '')) {
      const stated = amountIn(cell('amount'));
      if (stated !== null && currency !== '') found.push(total(`${what} in ${currency}`, stated, sum));
      sum = ZERO;
    }
  }
  return found;
}

function total(what: string, stated: Decimal, read: Decimal): StatedTotal {
  return {
    what,
    stated: stated.toFixed(),
    read: read.toFixed(),
    agrees: stated.minus(read).abs().lte(CENT),
  };
}
