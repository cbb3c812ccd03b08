import { Text } from '@mantine/core';
import {
  failureText,
  outlookFacts,
  partsText,
  planOutlook,
  realisedText,
  saleText,
  turnoverText,
  untradedText,
} from '../../../../../charts/index.ts';
import type { Plan, PlanOrder } from '../../api/types.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Fact } from '../../components/fact.tsx';

/** The policy's book after a waiting plan, without excluded orders, and the effect of a failed order. */
export function PlanOutlook({ plan, leftOut }: { plan: Plan; leftOut: ReadonlySet<string> }) {
  const outlook = planOutlook(plan, [...leftOut]);
  const sentences = [untradedText(plan), failureText(plan, [...leftOut])];
  return (
    <>
      {outlook === null ? (
        <Text size="sm" c="dimmed">
          Weights, gains and turnovers are not known for this plan.
        </Text>
      ) : (
        <>
          <dl className="facts">
            {outlookFacts(outlook).map(([name, text]) => (
              <Fact key={name} name={name}>
                {text}
              </Fact>
            ))}
          </dl>
          <details>
            <summary>Weights before and after</summary>
            <DataTable
              staysOpen
              caption="Weights before and after"
              columns={[
                { key: 'share', title: 'Share', render: ({ symbol }) => symbol },
                { key: 'sector', title: 'Sector', render: ({ sector }) => sector ?? 'Unknown sector' },
                {
                  key: 'weight',
                  title: 'Weight',
                  align: 'end',
                  render: ({ before, after }) => <span className="figure">{partsText(before, after)}</span>,
                },
              ]}
              rows={outlook.shares}
              keyOf={({ symbol }) => symbol}
            />
          </details>
        </>
      )}
      {sentences.map(
        (sentence) =>
          sentence !== null && (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ),
      )}
    </>
  );
}

/** Size of an order beside the daily turnover while it waits, and the gain and tax of a sale. */
export function OrderOutlook({ order: { sale, turnover }, isAsked }: { order: PlanOrder; isAsked: boolean }) {
  const realised = sale?.is_booked === true ? realisedText(sale) : null;
  const lines = isAsked
    ? [sale === null ? null : saleText(sale), turnover === null ? null : turnoverText(turnover)]
    : [realised];
  return lines.map(
    (line) =>
      line !== null && (
        <Text key={line} size="xs" c="dimmed" fw={400}>
          {line}
        </Text>
      ),
  );
}
