/** Asks a model for a market analysis, and says what came of it. */
import { Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNewAnalysis } from '../../../api/options-ai-market.ts';
import type { NewAnalysis } from '../../../api/types.ts';
import { AiProblem } from '../../../components/ai-problem.tsx';
import { Notice } from '../../../components/notice.tsx';

/** What is asked for most; any other underlying with prices can be typed. */
const USUAL = ['NIFTY', 'BANKNIFTY', 'FINNIFTY', 'MIDCPNIFTY', 'SENSEX'];
const LONGEST = 30;

/** @param underlying of the index to look at; the usual one where it is empty */
export function AskForAnalysis({ underlying }: { underlying: string }) {
  const ask = useNewAnalysis();
  const [typed, setTyped] = useState<string | null>(null);
  const named = (typed ?? (underlying === '' ? 'NIFTY' : underlying)).trim().toUpperCase();
  return (
    <Stack gap="xs" mb="md" align="flex-start">
      <Group gap="xs" align="flex-end">
        <Autocomplete
          label="Underlying"
          data={USUAL}
          value={typed ?? named}
          onChange={setTyped}
          maxLength={LONGEST}
          w={150}
        />
        <Button
          variant="default"
          disabled={named === ''}
          loading={ask.isPending}
          onClick={() => ask.mutate({ underlying: named })}
        >
          Ask for an analysis
        </Button>
      </Group>
      {ask.error !== null && <AiProblem error={ask.error} />}
      {ask.data !== undefined && <Outcome of={ask.data} />}
    </Stack>
  );
}

function Outcome({ of }: { of: NewAnalysis }) {
  const { underlying, verdict, probability_up: up, reasons, missing_inputs: missing } = of;
  return (
    <Notice
      tone={of.is_stored ? 'done' : 'caution'}
      title={of.is_stored ? `${underlying}: ${verdict ?? ''}` : `${underlying}: nothing was stored`}
    >
      {of.reason !== null && <Text size="sm">{of.reason}</Text>}
      {up !== null && <Text size="sm">Probability that it closes higher: {(100 * up).toFixed(0)}%</Text>}
      {reasons.length > 0 && (
        <ul>
          {reasons.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <Text size="xs" c="dimmed">
          Not on record: {missing.join(', ')}
        </Text>
      )}
    </Notice>
  );
}
