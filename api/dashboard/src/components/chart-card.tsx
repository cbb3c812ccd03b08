/** A chart of charts/ on a card, with the same facts as a table for whoever cannot or will not read the picture. */
import {
  Anchor,
  Box,
  Button,
  Group,
  ScrollArea,
  Table,
  Text,
  Title,
  useComputedColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChartLine, IconTable } from '../icons.ts';
import type { ChartConfiguration, ChartType } from 'chart.js';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { type ChartKind, insteadOfLine } from '../../../../charts/index.ts';
import { Link } from 'react-router';

/** The library that draws comes after the figures of the page. */
const Canvas = lazy(() => import('./chart-canvas.ts'));

/** The latest facts are read out; the button shows all of them. */
const SPOKEN_ROWS = 40;

interface ChartCardProps<Data, Type extends ChartType> {
  chart: ChartKind<Data, Type>;
  data: Data;
  title: string;
  currency: string;
  height?: number;
  /** Beside the title: a choice of period or grouping. */
  controls?: ReactNode;
  /** Something to say under the chart, such as why a line is missing. */
  note?: string | null;
  /** Pages that the first cells of the table lead to, by what they say. */
  links?: ReadonlyMap<string, string>;
}

export function ChartCard<Data, Type extends ChartType>({
  chart,
  data,
  title,
  currency,
  height = 300,
  controls,
  note = null,
  links,
}: ChartCardProps<Data, Type>) {
  const scheme = useComputedColorScheme('light');
  const [asTable, setAsTable] = useState(false);
  const { ref, width } = useElementSize();
  // steps of a few pixels do not need a new chart
  const steps = Math.max(280, Math.round(width / 20) * 20);
  const config = useMemo(
    // react-chartjs-2 asks for the type of the chart, which only the chart itself knows
    () => chart.config(data, { theme: scheme, currency, title: '', width: steps }) as ChartConfiguration,
    [chart, data, scheme, currency, steps],
  );
  const table = useMemo(() => chart.table(data, { currency, title }), [chart, data, currency, title]);
  const instead = insteadOfLine(config);
  const isNarrowRing = config.type === 'doughnut' && steps < 420;

  return (
    <Box className="panel" p={{ base: 'sm', sm: 'md' }} component="section" aria-label={title}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Group gap="xs">
          {controls}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={
              asTable ? <IconChartLine size={14} aria-hidden /> : <IconTable size={14} aria-hidden />
            }
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Chart' : 'Table'}
          </Button>
        </Group>
      </Group>
      {instead !== null && !asTable ? (
        <Text size="sm" py="xs">
          {instead}
        </Text>
      ) : asTable ? (
        <ScrollArea.Autosize mah={height + 40} tabIndex={0}>
          <FactTable table={table} links={links} />
        </ScrollArea.Autosize>
      ) : (
        <Box ref={ref} h={isNarrowRing ? 460 : height} pos="relative" mx={-8}>
          {width > 0 && (
            <Suspense fallback={null}>
              <Canvas
                key={`${scheme}-${config.type}`}
                type={config.type}
                data={config.data}
                options={{
                  ...config.options,
                  responsive: true,
                  maintainAspectRatio: false,
                  aspectRatio: undefined,
                  animation: false,
                }}
                aria-hidden
              />
            </Suspense>
          )}
          <VisuallyHidden>
            <FactTable table={{ ...table, rows: table.rows.slice(-SPOKEN_ROWS) }} />
          </VisuallyHidden>
        </Box>
      )}
      {note && (
        <Text size="sm" c="dimmed" mt="xs">
          {note}
        </Text>
      )}
    </Box>
  );
}

interface FactTableProps {
  table: { caption: string; columns: string[]; rows: string[][] };
  links?: ReadonlyMap<string, string> | undefined;
}

function FactTable({ table, links }: FactTableProps) {
  return (
    <Table>
      <caption className="sr-only">{table.caption}</caption>
      <Table.Thead>
        <Table.Tr>
          {table.columns.map((column, index) => (
            <Table.Th key={column} ta={index === 0 ? 'left' : 'right'} scope="col">
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {table.rows.map((row, index) => (
          <Table.Tr key={index}>
            {row.map((cell, column) => (
              <Table.Td key={column} ta={column === 0 ? 'left' : 'right'} className="figure">
                {column === 0 && links?.has(cell) ? (
                  <Anchor component={Link} to={links.get(cell) ?? ''} inherit>
                    {cell}
                  </Anchor>
                ) : (
                  cell
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
