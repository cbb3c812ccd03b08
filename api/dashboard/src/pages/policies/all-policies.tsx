import { Anchor, Box } from '@mantine/core';
import { IconArrowLeft } from '../../icons.ts';
import { Link } from 'react-router';

/** The way back to the list, above the name of a page. */
export function AllPolicies() {
  return (
    <Box mb="xs">
      <Anchor component={Link} to="/policies" size="sm">
        <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> All policies
      </Anchor>
    </Box>
  );
}
