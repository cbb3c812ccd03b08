import { Button, CopyButton } from '@mantine/core';

/** Copies a text, and says so for a moment. */
export const CopyText = ({ value, label }: { value: string; label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button size="compact-sm" variant="default" onClick={copy}>
        {copied ? 'Copied' : label}
      </Button>
    )}
  </CopyButton>
);
