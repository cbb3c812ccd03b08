import type { PolicyMarket, UniverseEventKind } from '../../strategies/index.ts';

/** A share that entered or left the universe. */
interface UniverseChange {
  security: number;
  kind: Extract<UniverseEventKind, 'ENTERED' | 'LEFT'>;
  message: string;
  amount: null;
}

/** Who entered an index, or left it, since the session before. A list of symbols never changes. */
export function universeChanges({ panel }: Pick<PolicyMarket, 'panel'>, day: string): UniverseChange[] {
  const before = panel.days[panel.days.indexOf(day) - 1];
  if (before === undefined || panel.survivorship === 'CHOSEN_SYMBOLS') return [];
  const isSince = (date: string | null): boolean => date !== null && before < date && date <= day;
  return panel.securities.flatMap(({ member, symbol }, security) =>
    member.flatMap(({ from, to }): UniverseChange[] => [
      ...(isSince(from)
        ? [{ security, kind: 'ENTERED' as const, message: `${symbol} entered the universe.`, amount: null }]
        : []),
      ...(isSince(to)
        ? [
            {
              security,
              kind: 'LEFT' as const,
              message: `This was the last day of ${symbol} in the universe.`,
              amount: null,
            },
          ]
        : []),
    ]),
  );
}
