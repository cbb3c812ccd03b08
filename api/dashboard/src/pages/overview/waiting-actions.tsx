import { Alert, Anchor } from '@mantine/core';
import { IconGitMerge } from '../../icons.ts';
import { Link } from 'react-router';
import { useCorporateActions } from '../../api/queries.ts';
import { actionsOf } from '../corporate-actions/words.ts';

/** That corporate actions may be missing; nothing while none is. */
export function WaitingActions() {
  const open = useCorporateActions().data?.open.length ?? 0;
  if (open === 0) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconGitMerge aria-hidden />}>
      {actionsOf(open)} may be missing from your ledger:{' '}
      <Anchor component={Link} to="/corporate-actions" inherit>
        review {open === 1 ? 'it' : 'them'}
      </Anchor>
      .
    </Alert>
  );
}
