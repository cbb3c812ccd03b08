/** Figures of a report as cards. Opening one shows how it is calculated: its formula, its numbers, and every fact behind it. */
import { Anchor, Drawer, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconHelpCircle } from '../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  arrow,
  coverageSentence,
  day,
  exclusionsOf,
  exclusionText,
  joinSentences,
  limitLabels,
  limitSentences,
  money,
  percent,
  quantity,
} from '../../../../charts/index.ts';
import { useExplanations } from '../api/queries.ts';
import type { Coverage, Explanation, FigureInput, FigureLimit } from '../api/types.ts';
import { type Column, DataTable } from './data-table.tsx';
import { FigureBadge } from './figure-badge.tsx';
import classes from './figure-explained.module.css';
import { Loaded, LoadingRows } from './notices.tsx';
import { TotalCard } from './total-card.tsx';

/** One figure of a report, under the name that its explanation has. */
export interface Figure {
  name: string;
  label: string;
  /** Null is unknown, and `reason` says why. */
  value: number | null;
  /** `percent_points`, `ratio`, or the code of a currency, as explanations have it. */
  unit: string;
  /** A gain or a loss, told by arrow and sign. */
  isChange?: boolean;
  reason?: string | undefined;
  /** Text under the figure. */
  under?: string | undefined;
  badge?: string | undefined;
  /** Few daily returns, an early end, old prices. */
  limits?: readonly FigureLimit[] | undefined;
  /** The holdings that the value is of, where it is not of all of them. */
  part?: Coverage | undefined;
}

/** Where the explanations of a report come from; `key` tells the questions apart. */
interface Explained {
  key: readonly unknown[];
  read: () => Promise<{ explanations: Explanation[] | null }>;
}

interface FiguresProps {
  figures: readonly Figure[];
  explained: Explained;
  cols?: number;
}

export function Figures({ figures, explained, cols = 4 }: FiguresProps) {
  /** By name: the figure itself may change while its explanation is open. */
  const [name, setName] = useState<string | null>(null);
  const opened = figures.find((figure) => figure.name === name);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: cols }} spacing="sm">
        {figures.map((figure) => (
          <Card
            key={figure.name}
            figure={figure}
            onOpen={() => {
              setName(figure.name);
              setIsOpen(true);
            }}
          />
        ))}
      </SimpleGrid>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position="right"
        size="lg"
        title={`How ${opened?.label ?? ''} is calculated`}
        classNames={{ title: classes['title'] ?? '' }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {opened && <FigureExplanation figure={opened} explained={explained} isOpen={isOpen} />}
      </Drawer>
    </>
  );
}

function Card({ figure, onOpen }: { figure: Figure; onOpen: () => void }) {
  const { label, value, unit, isChange = false, reason, under, part, limits = [] } = figure;
  const badge = [part && 'Partial', limitLabels(limits), figure.badge].filter(Boolean).join(', ');
  const tone = isChange && value !== null ? (value > 0 ? 'gain' : value < 0 ? 'loss' : '') : '';
  return (
    <TotalCard
      label={label}
      badge={value !== null && badge !== '' && <FigureBadge label={badge} meaning={meaningOf(figure)} />}
      under={
        <>
          {value === null ? (reason ?? 'Unknown.') : under}
          {value !== null && part !== undefined && <div>{coverageSentence(part)}</div>}
        </>
      }
    >
      <UnstyledButton className={classes['open'] ?? ''} onClick={onOpen} aria-haspopup="dialog">
        <span className={`figure ${tone}`}>
          {isChange && value !== null && <span aria-hidden>{arrow(value)} </span>}
          {value === null ? <span aria-label="unknown">—</span> : inWords(value, unit, isChange)}
        </span>
        <IconHelpCircle size={16} aria-hidden className={classes['sign'] ?? ''} />
        <span className="sr-only">How {label} is calculated</span>
      </UnstyledButton>
    </TotalCard>
  );
}

/** The sentences behind a badge. */
function meaningOf({ part, limits = [], badge, under }: Figure): string {
  const known = joinSentences(part && coverageSentence(part), limitSentences(limits));
  return known ?? `${badge ?? ''}${under === undefined ? '' : `: ${under}`}`;
}

function FigureExplanation({
  figure,
  explained,
  isOpen,
}: {
  figure: Figure;
  explained: Explained;
  isOpen: boolean;
}) {
  const query = useExplanations(explained.key, explained.read, isOpen);
  return (
    <Loaded query={query} skeleton={<LoadingRows rows={5} />}>
      {(explanations) => {
        const found = explanations.find((one) => one.figure === figure.name);
        return found === undefined ? (
          <Text size="sm">There is no explanation of this figure yet.</Text>
        ) : (
          <>
            {figure.part !== undefined && <PartialFigureDetails figure={figure} part={figure.part} />}
            {figure.value !== null && figure.limits !== undefined && figure.limits.length > 0 && (
              <Text size="sm" mb="sm">
                {limitSentences(figure.limits)}
              </Text>
            )}
            <ExplanationDetails explanation={found} />
          </>
        );
      }}
    </Loaded>
  );
}

/** The figure of the holdings for which it is known, before what keeps that of all unknown. */
function PartialFigureDetails({ figure, part }: { figure: Figure; part: Coverage }) {
  return (
    <Stack gap="xs" mb="lg">
      <Text fz={22} fw={600} className="figure">
        {figure.value === null ? 'Unknown' : inWords(figure.value, figure.unit, false)}
      </Text>
      <Text size="sm">
        {coverageSentence(part)} Calculated as if you held nothing else. The details below are for all
        holdings.
      </Text>
      <Stack gap={4} component="ul" m={0} pl="md">
        {exclusionsOf([[figure.label, part]]).map((one) => (
          <Text key={exclusionText(one)} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {exclusionText(one)}
          </Text>
        ))}
      </Stack>
    </Stack>
  );
}

function ExplanationDetails({ explanation }: { explanation: Explanation }) {
  const { definition, formula, inputs, inputs_total, reason, unit, value, worked } = explanation;
  return (
    <Stack gap="sm">
      <Text fz={22} fw={600} className="figure">
        {value === null ? 'Unknown' : inWords(value, unit, false)}
      </Text>
      {reason !== null && <Text size="sm">{reason}</Text>}
      <dl className={classes['facts']}>
        <dt>Formula</dt>
        <dd>{formula}</dd>
        {worked !== null && (
          <>
            <dt>With numbers</dt>
            <dd className="literal">{worked}</dd>
          </>
        )}
      </dl>
      <Anchor component={Link} to={`/definitions#${definition}`} size="sm">
        What this measure means
      </Anchor>
      {inputs_total > 0 && (
        <>
          <Text size="sm" fw={600}>
            Inputs
          </Text>
          <DataTable
            caption="Inputs"
            columns={columns}
            rows={inputs.map((input, at) => ({ ...input, at }))}
            keyOf={({ at }) => String(at)}
          />
          <Text size="xs" c="dimmed">
            {inputs_total > inputs.length
              ? `The ${inputs.length} largest of ${inputs_total.toLocaleString('en-IN')} inputs.`
              : inputs_total === 1
                ? '1 input.'
                : `${inputs_total} inputs.`}
          </Text>
        </>
      )}
    </Stack>
  );
}

const columns: Column<FigureInput & { at: number }>[] = [
  {
    key: 'label',
    title: 'Input',
    render: ({ label, source }) => (
      <div className={classes['what']}>
        {label}
        {source !== null && (
          <Text size="xs" c="dimmed" component="span" display="block">
            {source}
          </Text>
        )}
      </div>
    ),
  },
  { key: 'date', title: 'Day', render: ({ date }) => <span className="figure">{day(date)}</span> },
  {
    key: 'value',
    title: 'Amount',
    align: 'end',
    render: ({ value, currency }) => (
      <span className="figure">
        {value === null ? 'unknown' : currency === null ? plain(value) : money(value, currency)}
      </span>
    ),
  },
];

const MOST_DIGITS = 4;
const plain = (value: number): string => quantity(Number(value.toFixed(MOST_DIGITS)));

function inWords(value: number, unit: string, plus: boolean): string {
  if (unit === 'percent_points') return percent(value, { plus });
  if (unit === 'ratio' || unit === 'years') return quantity(Number(value.toFixed(3)));
  return money(value, unit, { plus });
}
