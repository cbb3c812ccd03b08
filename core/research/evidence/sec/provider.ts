import { momentInWords, addMonths, DAY_MS } from '../../../platform/index.ts';
import type { Parsing } from '../../parsing/index.ts';
import {
  type Acquired,
  type EvidenceProvider,
  type EvidenceRequest,
  type ResearchSubject,
  sealPacket,
  turn,
} from '../../port/index.ts';
import { type CompanyFacts, COMPANY_FACTS } from './company-facts.ts';
import { asking, type Asking, type Got } from './asking.ts';
import { companyOf, isFund, isIndian, isOfCompany } from './company.ts';
import { readFilings } from './packets.ts';
import { addResultsGuidance } from './results-guidance.ts';
import { OLDER_FILINGS, type Submissions, SUBMISSIONS } from './submissions.ts';
import { secTicker, TICKERS } from './tickers.ts';

/** New filings come at any minute of the day. */
const FRESH_MS = DAY_MS / 24;
/** Parts of a list of filings: a bank that files many notes a day has dozens. */
const MOST_OLDER = 12;

/** The company of a subject at the SEC, with the list of its filings. */
interface SecCompany {
  cik: string;
  /** Null where the list could not be had: then its filings count by their filing dates. */
  list: { submissions: Submissions; sha256: string } | null;
}

/** Companies that file with the SEC: what their filings say in figures (decisions/Evidence providers). */
export function createSecEvidence({ parsing }: { parsing: Parsing }): EvidenceProvider {
  return {
    name: 'sec',
    covers: (subject) => !isIndian(subject),
    async acquire(request, documents) {
      const found: Acquired = { packets: [], refused: [], failures: [] };
      const ask = asking(parsing, documents, found, request.signal);
      const company = await findCompany(request.subject, ask, found);
      if (company === null) return found;
      const { cik, list } = company;
      const facts = await ask(
        { source: 'sec_data', path: `/api/xbrl/companyfacts/CIK${cik}.json`, freshForMs: FRESH_MS },
        COMPANY_FACTS,
        { from: firstDayOf(request) },
      );
      if (facts === null) return found;
      if (facts.result.cik !== cik) {
        refuseOther(found, `sec:companyfacts:CIK${cik}`, facts.result.cik, facts.result.name);
        return found;
      }
      const submissions = list?.submissions ?? unlisted(facts.result);
      if (!facts.result.rows.some(({ form }) => isOfCompany(form)) && list === null) {
        refuseFund(found, `sec:companyfacts:CIK${cik}`, facts.result.name);
        return found;
      }
      await addOlder(submissions, facts.result, ask, found);
      await addPackets(request, { submissions, sha256: list?.sha256 ?? null }, facts, found);
      const years = found.packets.flatMap(({ fiscal_years }) => fiscal_years);
      await addResultsGuidance(request, submissions, years, { documents, parsing }, found);
      return found;
    },
  };
}

async function findCompany(
  subject: ResearchSubject,
  ask: Asking,
  found: Acquired,
): Promise<SecCompany | null> {
  const names = [subject.symbol, ...subject.former_symbols];
  const list = await ask(
    { source: 'sec_archive', path: '/files/company_tickers.json', freshForMs: DAY_MS },
    TICKERS,
    { tickers: names },
  );
  if (list === null) return null;
  const company = companyOf(subject, list.result);
  if ('refused' in company) {
    if (company.refused !== null)
      found.refused.push({
        provider: 'sec',
        source_id: `sec:ticker:${secTicker(subject.symbol)}`,
        reason: 'OTHER_COMPANY',
        detail: company.refused,
      });
    return null;
  }
  const before = found.refused.length;
  const got = await ask(
    { source: 'sec_data', path: `/submissions/CIK${company.cik}.json`, freshForMs: FRESH_MS },
    SUBMISSIONS,
    undefined,
  );
  // What its filings say in figures may be at hand without their list, such as that of a peer.
  if (got === null) return found.refused.length > before ? null : { cik: company.cik, list: null };
  const source_id = `sec:submissions:CIK${company.cik}`;
  if (got.result.cik !== company.cik) {
    refuseOther(found, source_id, got.result.cik, got.result.name);
    return null;
  }
  if (isFund(got.result)) {
    refuseFund(found, source_id, got.result.name);
    return null;
  }
  return { cik: company.cik, list: { submissions: got.result, sha256: got.document.sha256 } };
}

/** A company whose list of filings is not there. */
function unlisted({ cik, name }: CompanyFacts): Submissions {
  return { cik, name, former_names: [], tickers: [], filings: [], older: [] };
}

function refuseFund(found: Acquired, source_id: string, name: string): void {
  const detail = `${name} files reports as a fund, not as a company.`;
  found.refused.push({ provider: 'sec', source_id, reason: 'NOT_EQUITY', detail });
}

function refuseOther(found: Acquired, source_id: string, cik: string, name: string): void {
  const detail = `The document belongs to ${name} (CIK ${cik}).`;
  found.refused.push({ provider: 'sec', source_id, reason: 'OTHER_COMPANY', detail });
}

/** The older lists of filings, as far as figures come from them: the company's own alone, the latest first. */
async function addOlder(
  submissions: Submissions,
  { rows }: CompanyFacts,
  ask: Asking,
  found: Acquired,
): Promise<void> {
  const listed = new Set(submissions.filings.map(({ accession }) => accession));
  const missing = new Set(rows.filter(({ accession }) => !listed.has(accession)).map(({ filed }) => filed));
  const wanted = submissions.older
    .filter(({ name }) => name.startsWith(`CIK${submissions.cik}-`))
    .filter(({ from, to }) => [...missing].some((filed) => from <= filed && filed <= to))
    .toSorted((one, other) => (one.to < other.to ? 1 : -1));
  const names = [...new Set(wanted.map(({ name }) => name))];
  if (names.length > MOST_OLDER) {
    const message = `The SEC lists older filings in ${names.length} parts. The latest ${MOST_OLDER} were read; for filings in the others, the filing date counts.`;
    found.failures.push({ provider: 'sec', kind: 'too_large', message });
  }
  for (const name of names.slice(0, MOST_OLDER)) {
    const older = await ask(
      { source: 'sec_data', path: `/submissions/${name}`, freshForMs: 30 * DAY_MS },
      OLDER_FILINGS,
      undefined,
    );
    // Without it, its filings count by their filing dates.
    if (older !== null) submissions.filings.push(...older.result);
  }
}

/** Years that are read before those asked for: a company may be late with its last report, or change its year's end. */
const SPARE_YEARS = 3;

function firstDayOf({ as_of, years }: EvidenceRequest): string {
  return addMonths(as_of.slice(0, 10), -12 * (years + SPARE_YEARS));
}

async function addPackets(
  request: EvidenceRequest,
  { submissions, sha256 }: { submissions: Submissions; sha256: string | null },
  facts: Got<CompanyFacts>,
  found: Acquired,
): Promise<void> {
  const { contents, too_late } = await readFilings(facts.result, submissions, request, [
    facts.document.sha256,
    ...(sha256 === null ? [] : [sha256]),
  ]);
  for (const content of contents) {
    // A hash over hundreds of figures each: others have their turn in between.
    await turn();
    found.packets.push(sealPacket(content, facts.document));
  }
  for (const { accession, form, at } of too_late)
    found.refused.push({
      provider: 'sec',
      source_id: `sec:${accession}`,
      reason: 'AFTER_CUTOFF',
      detail: `${form} was published on ${momentInWords(at)}, after the time of the run.`,
    });
}
