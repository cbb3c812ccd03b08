/** Links to the guides: beside the name of a page, and below what was refused. */
import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconHelp } from '../icons.ts';
import { Link } from 'react-router';
import { helpAddress, type Topic } from '../../../help/topics.ts';
import { ApiError } from '../api/client.ts';

/** Leads from a page to its paragraph of the guides. */
export function PageHelp({ topic }: { topic: Topic }) {
  return (
    <Tooltip label="Help with this page">
      <ActionIcon
        component={Link}
        to={helpAddress(topic)}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Help with this page"
      >
        <IconHelp size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** A link with words, within or below a text. */
export function HelpLink({ topic, children = 'Help' }: { topic: Topic; children?: string }) {
  return (
    <Anchor component={Link} to={helpAddress(topic)} inherit>
      {children}
    </Anchor>
  );
}

/** “Help”, if a guide says more about why something was refused. */
export function ErrorHelp({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.help === null) return null;
  return (
    <Anchor component={Link} to={error.help} size="sm">
      Help with this
    </Anchor>
  );
}
