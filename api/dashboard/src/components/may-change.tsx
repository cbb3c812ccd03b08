import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

/** The mark of a figure that a waiting corporate action may change; it leads to the decision. */
export function MayChange({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <Anchor component={Link} to="/corporate-actions" size="xs" className="under" title={reason}>
      May change: corporate action
    </Anchor>
  );
}
