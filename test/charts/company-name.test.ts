import assert from 'node:assert/strict';
import fc from 'fast-check';
import { companyName } from '../../charts/index.ts';

describe('names of companies', () => {
  for (const [given, shown] of [
    ['TATA CONSULTANCY SERVICES LTD', 'Tata Consultancy Services'],
    ['TATA CONSULTANCY SERVICES LIMITED', 'Tata Consultancy Services'],
    ['HDFC BANK LTD.', 'HDFC Bank'],
    ['ITC LTD', 'ITC'],
    ['ICICI PRUDENTIAL LIFE INSURANCE COMPANY LIMITED', 'ICICI Prudential Life Insurance Company'],
    ['SBI CARDS AND PAYMENT SERVICES LIMITED', 'SBI Cards and Payment Services'],
    ['STATE BANK OF INDIA', 'State Bank of India'],
    ['THE INDIAN HOTELS COMPANY LIMITED', 'The Indian Hotels Company'],
    ["DR. REDDY'S LABORATORIES LTD", "Dr. Reddy's Laboratories"],
    ['DR.REDDYS LABORATORIES LTD', 'Dr.Reddys Laboratories'],
    ['LARSEN & TOUBRO LTD', 'Larsen & Toubro'],
    ['L&T FINANCE LIMITED', 'L&T Finance'],
    ['TVS MOTOR COMPANY LIMITED', 'TVS Motor Company'],
    ['MRF LTD', 'MRF'],
    ['K.P.R. MILL LIMITED', 'K.P.R. Mill'],
    ['N R AGARWAL INDUSTRIES LTD', 'N R Agarwal Industries'],
    ['3M INDIA LIMITED', '3M India'],
    ['5PAISA CAPITAL LIMITED', '5Paisa Capital'],
    ['ORACLE FINANCIAL SERVICES SOFTWARE (INDIA) PVT LTD', 'Oracle Financial Services Software (India)'],
    ['KIRLOSKAR PNEUMATIC CO. LTD', 'Kirloskar Pneumatic Co'],
    ['COLGATE-PALMOLIVE (INDIA) LIMITED', 'Colgate-Palmolive (India)'],
    ['Infosys Limited', 'Infosys'],
    ['Nippon India ETF Nifty 50 BeES', 'Nippon India ETF Nifty 50 BeES'],
    ['eClerx Services Limited', 'eClerx Services'],
    ['APPLE INC', 'Apple Inc'],
    ['Unlimited Ideas', 'Unlimited Ideas'],
    ['LIMITED', 'Limited'],
    ['', ''],
  ] as const)
    it(`${given || 'an empty name'} is shown as ${shown || 'an empty name'}`, () =>
      assert.equal(companyName(given), shown));

  const words = fc.array(
    fc.oneof(
      fc.constantFrom('TATA', 'HDFC', 'OF', 'LTD', 'LIMITED', "REDDY'S", 'L&T', '3M', 'K.P.R.', '(INDIA)'),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 6 },
  );
  const names = words.map((all) => all.join(' '));

  it('a name that is shown stays as it is when it is shown again', () => {
    fc.assert(fc.property(names, (name) => companyName(companyName(name)) === companyName(name)));
  });

  it('a name keeps its letters, in their order, and only loses its legal form at the end', () => {
    const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
    fc.assert(fc.property(names, (name) => plain(name).startsWith(plain(companyName(name)))));
  });

  it('a name that has a letter is never shown as nothing', () => {
    fc.assert(fc.property(names, (name) => !/[a-z]/i.test(name) || companyName(name) !== ''));
  });
});
