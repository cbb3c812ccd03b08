import { Button } from '@mantine/core';
import { IconMapOff } from '../icons.ts';
import { Link } from 'react-router';
import { Empty } from '../components/notices.tsx';

export default function NotFound() {
  return (
    <Empty
      icon={<IconMapOff />}
      title="Page not found"
      order={1}
      actions={
        <Button component={Link} to="/">
          Go to the overview
        </Button>
      }
    >
      The address may be old or mistyped.
    </Empty>
  );
}
