import { Box } from '@mantine/core';

interface DriftBarProps {
  /** Percentage points above (right) or below (left) the target. */
  drift: number;
  /** The largest drift on the page, which fills its half. */
  largest: number;
}

/** How far a bucket is from its target, from the middle outwards. The figure stands beside it, so it is for the eye only. */
export function DriftBar({ drift, largest }: DriftBarProps) {
  const half = largest > 0 ? (Math.abs(drift) / largest) * 50 : 0;
  return (
    <Box
      aria-hidden
      h={10}
      miw={96}
      pos="relative"
      bg="var(--mantine-color-default-border)"
      style={{ borderRadius: 5, overflow: 'hidden' }}
    >
      <Box
        pos="absolute"
        h="100%"
        left={`${drift < 0 ? 50 - half : 50}%`}
        w={`${half}%`}
        bg={drift < 0 ? 'blue.5' : 'orange.5'}
      />
      <Box pos="absolute" h="100%" left="50%" w={1} bg="var(--mantine-color-text)" />
    </Box>
  );
}
