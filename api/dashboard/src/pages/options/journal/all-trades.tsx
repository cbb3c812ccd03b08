import { Anchor, Box } from '@mantine/core';
import { IconArrowLeft } from '../../../icons.ts';
import { Link } from 'react-router';

/** The way back to the journal, above the name of a page. */
export function AllTrades() {
  return (
    <Box mb="xs">
      <Anchor component={Link} to="/options/journal" size="sm">
        <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> All trades
      </Anchor>
    </Box>
  );
}
