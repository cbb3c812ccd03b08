import { Anchor, Box, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Diversification } from '../../api/types.ts';
import { Percent, Unknown } from '../../components/amount.tsx';

/** How much hangs on the few largest. */
export function Concentration({ report: { concentration, reasons } }: { report: Diversification }) {
  const reason = reasons.concentration ?? 'Unknown.';
  const { top_5_pct, top_10_pct, effective_count } = concentration;
  return (
    <Box className="panel" p="md" component="section" aria-label="Concentration">
      <Title order={2} size="h4" mb={6}>
        Concentration
      </Title>
      <dl className="facts">
        <div>
          <dt>Five largest</dt>
          <dd>
            <Percent value={top_5_pct} reason={reason} />
          </dd>
        </div>
        <div>
          <dt>Ten largest</dt>
          <dd>
            <Percent value={top_10_pct} reason={reason} />
          </dd>
        </div>
        <div>
          <dt>Effective number of holdings</dt>
          <dd>
            {effective_count === null ? (
              <Unknown reason={reason} />
            ) : (
              `${effective_count.toFixed(1)} of equal size`
            )}
          </dd>
        </div>
      </dl>
      <Anchor component={Link} to="/definitions#concentration" size="sm">
        What these measures mean
      </Anchor>
    </Box>
  );
}
