import type { Context } from '../../platform/index.ts';
import type { HouseholdMember } from '../../identity/index.ts';
import { type PortfolioArea, portfolioScope } from '../../portfolio/index.ts';
import { addUp, type MemberBooks } from './household.ts';
import type { HouseholdView } from './view.ts';

export interface HouseholdParts {
  portfolio: Pick<PortfolioArea, 'dashboard' | 'rates'>;
  /** Members who agreed to show their totals to each other. */
  household: () => Promise<{ people: number; members: HouseholdMember[] }>;
}

/** Totals of everybody who agreed, for those who agreed. Each person's books are read as theirs, and only totals leave them. */
export function createHousehold(
  { database }: Pick<Context, 'database'>,
  { portfolio, household }: HouseholdParts,
) {
  async function booksOf(member: HouseholdMember, userId: string): Promise<MemberBooks> {
    const { total, allocation, base_currency, provisional_reason } = await portfolio.dashboard.read(
      member.id,
    );
    const { current_value, total_invested, total_profit, day_change, holdings_count, valued_count } = total;
    const part = total.partial.day_change;
    return {
      name: member.name,
      is_you: member.id === userId,
      currency: base_currency,
      holdings_count,
      is_partial: total.state === 'PARTIAL',
      provisional_reason:
        provisional_reason === null || member.id === userId
          ? provisional_reason
          : `Corporate actions that wait for ${member.name} may change this. ${member.name} can apply or decline them under Corporate actions (/actions in the chat).`,
      current_value,
      total_invested,
      total_profit,
      day_change,
      day: {
        date: total.day_change_date,
        label: total.day_change_label,
        change: part?.figure ?? day_change,
        holdings_counted: part?.holdings_counted ?? (day_change === null ? 0 : valued_count),
        holdings_total: holdings_count,
      },
      classes:
        allocation.basis === 'value'
          ? allocation.asset_class.map(({ label, value }) => ({ asset_class: label, value }))
          : [],
    };
  }

  return {
    /** Everything that the household owns. A person who did not agree sees only the number of people. */
    async read(userId: string): Promise<HouseholdView> {
      const { people, members } = await household();
      const { currency } = await database.readAsUser(userId, (trx) => portfolioScope(trx, null));
      const agreed = members.some(({ id }) => id === userId);
      const books: MemberBooks[] = [];
      // One after the other: a household is small, and none of it is urgent.
      for (const member of agreed ? members : []) books.push(await booksOf(member, userId));
      const fx = await database.readAsUser(userId, (trx) =>
        portfolio.rates(trx, { from: books.map((one) => one.currency), to: [currency] }),
      );
      return {
        people,
        agreed,
        currency,
        ...addUp(books, currency, (from) => fx(from, currency)?.rate ?? null),
      };
    },
  };
}
