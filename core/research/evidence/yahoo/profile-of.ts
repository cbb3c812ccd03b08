import { DAY_MS, OutsideError } from '../../../platform/index.ts';
import { type Documents, type ResearchSubject, sourceFailure } from '../../port/index.ts';
import { NotYahoo } from './yahoo-chart.ts';
import { plainName, yahooNames } from './yahoo-names.ts';
import { readProfile, type YahooProfile } from './yahoo-profile.ts';
import { profilePath } from './yahoo-provider.ts';

/** What its public profile calls the sector and the industry of a share. */
interface ProfiledAs {
  sector: string | null;
  industry: string | null;
}

/**
 * Sector and industry by Yahoo's profile, for what neither the registry nor an index knows (research/Peer resolution rules 6).
 * Null where there is no profile that is surely of the share. Never throws for what the outside does.
 */
export async function profileOf(subject: ResearchSubject, documents: Documents): Promise<ProfiledAs | null> {
  for (const { symbol, isCertain } of yahooNames(subject)) {
    try {
      const { body } = await documents.get({
        source: 'yahoo',
        path: profilePath(symbol),
        accept: /json/i,
        freshForMs: DAY_MS,
      });
      const profile = readProfile(body);
      if (profile !== null && (isCertain || isOf(subject, profile)))
        return { sector: profile.sector, industry: profile.industry };
    } catch (error) {
      if (error instanceof NotYahoo) continue;
      if (error instanceof OutsideError && error.status === 404) continue;
      const { kind } = sourceFailure('yahoo', error);
      // Whoever does not answer at all will not do so under another name; what is kept may lie under one.
      if (kind !== 'NOT_KEPT' && kind !== 'SWITCHED_OFF') return null;
    }
  }
  return null;
}

/** Whether a profile that was found by a guessed name is that of the share. */
function isOf({ name, currency }: ResearchSubject, profile: YahooProfile): boolean {
  if (currency !== null && profile.currency !== null && currency !== profile.currency) return false;
  return name !== null && profile.long_name !== null && plainName(name) === plainName(profile.long_name);
}
