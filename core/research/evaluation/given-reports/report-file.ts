import * as yup from 'yup';
import { readReport, type StoredReport } from '../../publication/index.ts';
import { InputError } from './input-error.ts';
import { readJsonFile, withoutInfinity } from './json-file.ts';

/** A report as it was given. */
export interface GivenReport {
  stored: StoredReport;
  /** Where numbers are not finite; with any, the report is not judged. */
  nonFinite: readonly string[];
}

/**
 * Reads a report: a publication V2, a report of the first version, or the answer of the dossier route with either in it.
 * @throws InputError where it is none of them: it is never read in part
 */
export async function readReportFile(file: string): Promise<GivenReport> {
  const { value, nonFinite } = withoutInfinity(file, await readJsonFile(file));
  const payload = withinDossier(file, value);
  try {
    return { stored: readReport(payload), nonFinite };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    const why = error.message.replace(/\s+/g, ' ').slice(0, 300);
    throw new InputError(
      `${file} is neither a publication of version 2.0 nor a report of the first version: ${why}`,
    );
  }
}

/** What the dossier route answers has the report as a part. */
function withinDossier(file: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('report' in value) || !('legacy_report' in value))
    return value;
  const payload = value.report ?? value.legacy_report;
  if (payload === null || payload === undefined)
    throw new InputError(`${file} is a dossier without a report. Choose a run that has written one.`);
  return payload;
}
