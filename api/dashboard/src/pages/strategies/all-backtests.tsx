import { Anchor, Box } from '@mantine/core';
import { IconArrowLeft } from '../../icons.ts';
import { Link } from 'react-router';

/** The way back to the list, above the name of a page. */
export function AllBacktests() {
  return (
    <Box mb="xs">
      <Anchor component={Link} to="/strategies" size="sm">
        <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> All backtests
      </Anchor>
    </Box>
  );
}
