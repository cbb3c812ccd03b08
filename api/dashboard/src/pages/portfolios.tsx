/** The portfolios: what each is worth, how it should be divided, and the way to add or delete one. */
import { Anchor, Button, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBriefcase, IconPlus } from '../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/endpoints.ts';
import { usePortfolios } from '../api/queries.ts';
import type { Portfolio } from '../api/types.ts';
import { Amount } from '../components/amount.tsx';
import { Card } from '../components/card.tsx';
import { CardButtons } from '../components/card-buttons.tsx';
import { ConfirmDeletion } from '../components/confirm-deletion.tsx';
import { Fact } from '../components/fact.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded, LoadingRows } from '../components/notices.tsx';
import { themes } from '../theme.ts';
import { PortfolioForm } from './portfolios/portfolio-form.tsx';
import { MayChange } from '../components/may-change.tsx';

export default function Portfolios() {
  const portfolios = usePortfolios();
  const [edited, setEdited] = useState<Portfolio | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Portfolio | null>(null);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      New portfolio
    </Button>
  );

  return (
    <>
      <Heading title="Portfolios" actions={add}>
        One per account or purpose. Networth is the total of all.
      </Heading>
      <Loaded query={portfolios} skeleton={<LoadingRows rows={3} height={150} />}>
        {({ items }) => (
          <Stack>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {items.map((portfolio) => (
                <PortfolioCard
                  key={portfolio.id}
                  portfolio={portfolio}
                  onEdit={() => setEdited(portfolio)}
                  onDelete={() => setDoomed(portfolio)}
                />
              ))}
            </SimpleGrid>
            {items.every((portfolio) => portfolio.is_protected) && (
              <Empty
                icon={<IconBriefcase />}
                title="Only Networth so far"
                actions={
                  <>
                    <Button component={Link} to="/data/import">
                      Import a tradebook
                    </Button>
                    {add}
                  </>
                }
              >
                An import creates a portfolio named after the broker. You can also create one yourself.
              </Empty>
            )}
          </Stack>
        )}
      </Loaded>
      <PortfolioForm portfolio={edited} onClose={() => setEdited(null)} />
      <ConfirmDeletion
        row={doomed}
        remove={api.portfolios.remove}
        title="Delete a portfolio"
        action="Delete everything"
        typed={doomed?.name}
        gone={({ name }) => `${name} deleted.`}
        onClose={() => setDoomed(null)}
      >
        {({ name, holdings_count }) =>
          `${name}, its ${holdings_count} holdings, all its transactions and its history will be deleted. You cannot undo this. Export its transactions first if you may want them again.`
        }
      </ConfirmDeletion>
    </>
  );
}

function PortfolioCard({
  portfolio,
  onEdit,
  onDelete,
}: {
  portfolio: Portfolio;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { name, base_currency: currency, holdings_count: count, is_protected, target_allocation } = portfolio;
  const holdings = (
    <Anchor
      component={Link}
      to={`/holdings?portfolio=${encodeURIComponent(is_protected ? '' : name)}`}
      inherit
    >
      {count.toLocaleString('en-IN')} {count === 1 ? 'holding' : 'holdings'}
    </Anchor>
  );
  return (
    <Card
      name={name}
      figure={
        <Amount
          value={portfolio.current_value}
          currency={currency}
          reason={count === 0 ? 'No holdings yet.' : 'At least one holding has no price yet.'}
        />
      }
      below={is_protected ? <>All portfolios · {holdings}</> : holdings}
      // Networth is the total of the others: it has no name or target of its own, and its currency is a setting.
      actions={is_protected ? undefined : <CardButtons name={name} onEdit={onEdit} onDelete={onDelete} />}
    >
      <MayChange reason={portfolio.provisional_reason} />
      <dl className="facts">
        <Fact name="Invested">
          <Amount
            value={portfolio.total_invested}
            currency={currency}
            reason="The cost of at least one holding is unknown."
          />
        </Fact>
      </dl>
      {!is_protected && target_allocation && <Target allocation={target_allocation} />}
    </Card>
  );
}

/** The target as one bar and in words. */
function Target({ allocation }: { allocation: Record<string, number> }) {
  const buckets = Object.entries(allocation);
  if (buckets.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        Target
      </Text>
      <Progress.Root size="md" aria-hidden>
        {buckets.map(([bucket, share], index) => (
          <Progress.Section
            key={bucket}
            value={share}
            color={themes.light.categories[index] ?? themes.light.other}
          />
        ))}
      </Progress.Root>
      <Text size="xs">{buckets.map(([bucket, share]) => `${bucket} ${share}%`).join(' · ')}</Text>
    </Stack>
  );
}
