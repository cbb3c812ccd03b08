import type { DbTransaction } from '../platform/index.ts';
import type { GoalLinkModel } from './models.ts';
import type { GoalLinkView } from './view.ts';

/** Links with what they lead to, in words. */
export async function labelsOf(trx: DbTransaction, links: readonly GoalLinkModel[]): Promise<GoalLinkView[]> {
  if (links.length === 0) return [];
  const { rows } = await trx.raw<{
    rows: { id: string; portfolio: string | null; plan: string | null; holding_id: string | null }[];
  }>(
    `select l.id, p.name as portfolio, s.name as plan, h.id as holding_id
     from portfolio.goal_links l
     left join portfolio.portfolios p on p.id = l.portfolio_id
     left join portfolio.sip_plans s on s.id = l.sip_plan_id
     left join portfolio.holdings h on h.portfolio_id = l.portfolio_id and h.symbol = l.symbol
     where l.id = any(?::bigint[])`,
    [links.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return links.map((link) => {
    const { portfolio = '', plan = '', holding_id = null } = found.get(link.id) ?? {};
    const shared = {
      id: link.id,
      goal_id: link.goal_id,
      link_type: link.link_type,
      percentage: link.pct.toNumber(),
    };
    if (link.link_type === 'SIP') return { ...shared, link_id: link.sip_plan_id, label: plan ?? '' };
    if (link.link_type === 'PORTFOLIO')
      return { ...shared, link_id: link.portfolio_id, label: portfolio ?? '' };
    const label = `${link.symbol} in ${portfolio}`;
    return {
      ...shared,
      link_id: holding_id,
      label: holding_id === null ? `${label}, not held now` : label,
    };
  });
}
