import { type DayNumber, dayOf } from './day.ts';

const REASONS = {
  republic: 'Republic Day',
  shivaratri: 'Maha Shivaratri',
  holi: 'Holi',
  ram: 'Ram Navami',
  mahavir: 'Mahavir Jayanti',
  ambedkar: 'Dr. Ambedkar Jayanti',
  goodfriday: 'Good Friday',
  maharashtra: 'Maharashtra Day',
  fitr: 'Eid al-Fitr',
  adha: 'Eid al-Adha (Bakri Id)',
  muharram: 'Muharram (Ashura)',
  independence: 'Independence Day',
  ganesh: 'Ganesh Chaturthi',
  gandhi: 'Gandhi Jayanti',
  dussehra: 'Dussehra',
  balipratipada: 'Diwali Balipratipada',
  nanak: 'Guru Nanak Jayanti',
  christmas: 'Christmas',
  general: 'General election, polling in Mumbai',
  assembly: 'Maharashtra assembly election',
  municipal: 'Municipal elections in Maharashtra',
  ayodhya: 'Special holiday: consecration at Ayodhya',
} as const;

/**
 * Weekdays on which NSE's equity market stayed shut, as day and month with the reason; two reasons joined by '+'.
 * Up to 2026-09-14 each is borne out by the missing price file of that day, the rest by circular NSE/CMTR/71775.
 * In 2023 Bakri Id was moved from 28 to 29 June; the elections are in no published list of festivals.
 */
const CLOSURES: Readonly<Record<number, string>> = {
  2014:
    '27feb shivaratri, 17mar holi, 8apr ram, 14apr ambedkar, 18apr goodfriday, 24apr general, 1may maharashtra, ' +
    '29jul fitr, 15aug independence, 29aug ganesh, 2oct gandhi, 3oct dussehra, 6oct adha, 15oct assembly, ' +
    '24oct balipratipada, 4nov muharram, 6nov nanak, 25dec christmas',
  2015:
    '26jan republic, 17feb shivaratri, 6mar holi, 2apr mahavir, 3apr goodfriday, 14apr ambedkar, 1may maharashtra, ' +
    '17sep ganesh, 25sep adha, 2oct gandhi, 22oct dussehra, 12nov balipratipada, 25nov nanak, 25dec christmas',
  2016:
    '26jan republic, 7mar shivaratri, 24mar holi, 25mar goodfriday, 14apr ambedkar, 15apr ram, 19apr mahavir, ' +
    '6jul fitr, 15aug independence, 5sep ganesh, 13sep adha, 11oct dussehra, 12oct muharram, ' +
    '31oct balipratipada, 14nov nanak',
  2017:
    '26jan republic, 24feb shivaratri, 13mar holi, 4apr ram, 14apr ambedkar+goodfriday, 1may maharashtra, ' +
    '26jun fitr, 15aug independence, 25aug ganesh, 2oct gandhi, 20oct balipratipada, 25dec christmas',
  2018:
    '26jan republic, 13feb shivaratri, 2mar holi, 29mar mahavir, 30mar goodfriday, 1may maharashtra, ' +
    '15aug independence, 22aug adha, 13sep ganesh, 20sep muharram, 2oct gandhi, 18oct dussehra, ' +
    '8nov balipratipada, 23nov nanak, 25dec christmas',
  2019:
    '4mar shivaratri, 21mar holi, 17apr mahavir, 19apr goodfriday, 29apr general, 1may maharashtra, 5jun fitr, ' +
    '12aug adha, 15aug independence, 2sep ganesh, 10sep muharram, 2oct gandhi, 8oct dussehra, 21oct assembly, ' +
    '28oct balipratipada, 12nov nanak, 25dec christmas',
  2020:
    '21feb shivaratri, 10mar holi, 2apr ram, 6apr mahavir, 10apr goodfriday, 14apr ambedkar, 1may maharashtra, ' +
    '25may fitr, 2oct gandhi, 16nov balipratipada, 30nov nanak, 25dec christmas',
  2021:
    '26jan republic, 11mar shivaratri, 29mar holi, 2apr goodfriday, 14apr ambedkar, 21apr ram, 13may fitr, ' +
    '21jul adha, 19aug muharram, 10sep ganesh, 15oct dussehra, 5nov balipratipada, 19nov nanak',
  2022:
    '26jan republic, 1mar shivaratri, 18mar holi, 14apr ambedkar+mahavir, 15apr goodfriday, 3may fitr, ' +
    '9aug muharram, 15aug independence, 31aug ganesh, 5oct dussehra, 26oct balipratipada, 8nov nanak',
  2023:
    '26jan republic, 7mar holi, 30mar ram, 4apr mahavir, 7apr goodfriday, 14apr ambedkar, 1may maharashtra, ' +
    '29jun adha, 15aug independence, 19sep ganesh, 2oct gandhi, 24oct dussehra, 14nov balipratipada, ' +
    '27nov nanak, 25dec christmas',
  2024:
    '22jan ayodhya, 26jan republic, 8mar shivaratri, 25mar holi, 29mar goodfriday, 11apr fitr, 17apr ram, ' +
    '1may maharashtra, 20may general, 17jun adha, 17jul muharram, 15aug independence, 2oct gandhi, 15nov nanak, ' +
    '20nov assembly, 25dec christmas',
  2025:
    '26feb shivaratri, 14mar holi, 31mar fitr, 10apr mahavir, 14apr ambedkar, 18apr goodfriday, 1may maharashtra, ' +
    '15aug independence, 27aug ganesh, 2oct dussehra+gandhi, 22oct balipratipada, 5nov nanak, 25dec christmas',
  2026:
    '15jan municipal, 26jan republic, 3mar holi, 26mar ram, 31mar mahavir, 3apr goodfriday, 14apr ambedkar, ' +
    '1may maharashtra, 28may adha, 26jun muharram, 14sep ganesh, 2oct gandhi, 20oct dussehra, ' +
    '10nov balipratipada, 24nov nanak, 25dec christmas',
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ENTRY = /^(\d{1,2})([a-z]{3}) ([a-z+]+)$/;

/** NSE's weekday closures of 2014 to 2026 with their reasons. */
export const NSE_CLOSURES: ReadonlyMap<DayNumber, string> = new Map(
  Object.entries(CLOSURES).flatMap(([year, entries]) =>
    entries.split(', ').map((entry) => closure(Number(year), entry)),
  ),
);

function closure(year: number, entry: string): [DayNumber, string] {
  const [, dayOfMonth, month, reasons] = ENTRY.exec(entry) ?? [];
  const names = reasons?.split('+').map((code) => (isReason(code) ? REASONS[code] : undefined));
  if (dayOfMonth === undefined || month === undefined || names === undefined || names.includes(undefined))
    throw new Error(`The NSE table of ${year} has an unreadable entry: ${entry}`);
  return [dayOf(year, MONTHS.indexOf(month) + 1, Number(dayOfMonth)), names.join('; ')];
}

function isReason(code: string): code is keyof typeof REASONS {
  return Object.hasOwn(REASONS, code);
}
