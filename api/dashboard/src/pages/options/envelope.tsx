/** The risk envelope: each limit and what is held against it, the way on after a halt, and what keeps money out. */
import { Stack } from '@mantine/core';
import { useEnvelope } from '../../api/options-envelope.ts';
import { Heading } from '../../components/heading.tsx';
import { Loaded } from '../../components/notices.tsx';
import { Criteria } from './envelope/criteria.tsx';
import { LimitsSection } from './envelope/limits.tsx';
import { Mismatches } from './envelope/mismatches.tsx';
import { OpenPositions } from './envelope/open-positions.tsx';

export default function EnvelopePage() {
  const envelope = useEnvelope();
  return (
    <>
      <Heading help="envelope" title="Risk envelope">
        Limits for live trading. Dry-run and shadow trades never count.
      </Heading>
      <Stack gap="md">
        <Loaded query={envelope}>{(data) => <Criteria envelope={data} />}</Loaded>
        <Mismatches />
        <OpenPositions />
        <LimitsSection />
      </Stack>
    </>
  );
}
