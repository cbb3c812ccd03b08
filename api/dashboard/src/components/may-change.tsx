import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

/** The mark of a figure that a decision may change, about a corporate action or a broker's change; it leads there. */
export function MayChange({ reason }: { reason: string | null | undefined }) {
  if (reason === null || reason === undefined) return null;
  const isOfBroker = /^\d+ changes? by your broker/.test(reason);
  return (
    <Anchor
      component={Link}
      to={isOfBroker ? '/data/broker-changes' : '/data/corporate-actions'}
      size="xs"
      className="under"
      title={reason}
    >
      May change: {isOfBroker ? 'broker' : 'corporate action'}
    </Anchor>
  );
}

/** The mark of a whole answer; none where the answer has no place for one. */
export const markOf = (answer: unknown): string | null =>
  typeof answer === 'object' &&
  answer !== null &&
  'provisional_reason' in answer &&
  typeof answer.provisional_reason === 'string'
    ? answer.provisional_reason
    : null;
