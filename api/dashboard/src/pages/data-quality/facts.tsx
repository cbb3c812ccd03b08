import { SimpleGrid } from '@mantine/core';
import { countsOfPrices, moment, PRICE_STATES } from '../../../../../charts/index.ts';
import type { DataQuality } from '../../api/types.ts';
import { ActionsFact } from './actions-fact.tsx';
import { Fact } from './fact.tsx';

const number = (count: number): string => count.toLocaleString('en-IN');
const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

interface FactsProps {
  data: DataQuality;
  /** Shows one of the lists below. */
  onShow: (list: string) => void;
}

/** Everything at a glance, each fact a sentence and a way to its details. */
export function Facts({ data, onShow }: FactsProps) {
  const { prices, instruments, ledger, fund_values, price_history, connections, audit } = data;
  const recorded = data.recorded_values;
  const unsettled = instruments.contradicted + instruments.ambiguous + instruments.proposed;
  const ailing = connections.filter(({ reason_code }) => reason_code !== null);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      <Fact
        title="Ledger"
        isWell={ledger.left_out + ledger.unmatched_symbols === 0}
        headline={
          ledger.left_out === 0
            ? 'Every transaction counts'
            : `${counted(ledger.left_out, 'transaction')} excluded`
        }
        onShow={() => onShow(ledger.left_out === 0 ? 'openings' : 'left-out')}
      >
        {[
          ledger.unmatched_symbols > 0 &&
            `${counted(ledger.unmatched_symbols, 'symbol')} sold without a purchase`,
          ledger.unreconciled > 0 &&
            `${counted(ledger.unreconciled, 'holding')} that transactions do not explain`,
        ]
          .filter(Boolean)
          .join(', ') || 'Every sale has a purchase, and holdings agree with their transactions.'}
      </Fact>
      <ActionsFact />
      <Fact
        title="Audit"
        isWell={audit.findings === 0}
        headline={
          audit.audited_at === null
            ? 'Not audited yet'
            : audit.findings === 0
              ? `${number(audit.agreed)} of ${number(audit.identities)} checks agree`
              : `${counted(audit.findings, 'difference')} between figures`
        }
        onShow={() => onShow('audit')}
      >
        {audit.audited_at === null
          ? 'Every evening, figures that must agree are compared.'
          : `${audit.not_compared > 0 ? `${number(audit.not_compared)} could not be compared. ` : ''}Last audit ${moment(audit.audited_at)}.`}
      </Fact>
      <Fact
        title="Prices"
        isWell={prices.failing + prices.unavailable === 0}
        headline={`${number(prices.fresh)} of ${counted(prices.holdings - prices.by_hand, 'holding')} ${PRICE_STATES.FRESH}`}
        onShow={() => onShow('prices')}
      >
        {[
          [
            ...countsOfPrices(prices),
            prices.failing > 0 && `${number(prices.failing)} failed at the last refresh`,
          ]
            .filter(Boolean)
            .join(', '),
          prices.last_attempt_at === null
            ? 'No refresh yet'
            : `Last refresh ${moment(prices.last_attempt_at)}`,
        ]
          .filter(Boolean)
          .map((sentence) => `${sentence}. `)}
      </Fact>
      <Fact
        title="Instruments"
        isWell={unsettled === 0}
        headline={
          instruments.registry === 0
            ? 'No list imported'
            : unsettled > 0
              ? `${number(unsettled)} to check`
              : instruments.unknown > 0
                ? `${number(instruments.unknown)} not on the lists`
                : 'All identified'
        }
        onShow={() => onShow('instruments')}
      >
        {instruments.registry === 0
          ? 'Symbols cannot be checked without the exchange’s lists.'
          : [
              instruments.contradicted > 0 &&
                `${number(instruments.contradicted)} with another company’s symbol`,
              instruments.ambiguous > 0 && `${number(instruments.ambiguous)} ambiguous`,
              instruments.proposed > 0 && `${number(instruments.proposed)} proposed`,
              instruments.unknown > 0 && `${number(instruments.unknown)} not on the lists`,
            ]
              .filter(Boolean)
              .join(', ') || `The registry has ${counted(instruments.registry, 'instrument')}.`}
      </Fact>
      <Fact
        title="Connections"
        isWell={ailing.length === 0}
        headline={
          connections.length === 0
            ? 'No broker is connected'
            : ailing.length === 0
              ? `${counted(connections.length, 'connection')} working`
              : `${number(ailing.length)} of ${number(connections.length)} need attention`
        }
        to="/data/connections"
      >
        {ailing
          .slice(0, 3)
          .map(({ label, message, state }) => `${label}: ${message ?? state}`)
          .join(' ')}
      </Fact>
      <Fact
        title="Fund values"
        isWell={fund_values.refused === 0}
        headline={fund_values.refused === 0 ? 'None rejected' : `${number(fund_values.refused)} rejected`}
        onShow={() => onShow('fund-values')}
      >
        A value more than 15% away from the last one waits until you accept it.
      </Fact>
      <Fact
        title="Recorded values"
        isWell={(recorded?.unknown_causes ?? 0) === 0}
        headline={
          recorded === null
            ? 'Not compared'
            : recorded.compared_days === 0
              ? 'Nothing to compare yet'
              : recorded.differing_days === 0
                ? 'No differences'
                : `${counted(recorded.differing_days, 'day')} with another value now`
        }
        onShow={() => onShow('recorded-values')}
      >
        {recorded === null
          ? 'The values could not be recalculated. Reload the page.'
          : `${counted(recorded.compared_days, 'recorded day')} compared with the recalculated values that figures use.`}
      </Fact>
      <Fact
        title="Price history"
        isWell={price_history.errors + price_history.unreadable_actions === 0}
        headline={
          price_history.errors + price_history.warnings === 0
            ? price_history.has_closes
              ? 'No findings about your shares'
              : 'No closes of your shares yet'
            : `${counted(price_history.errors, 'error')}, ${counted(price_history.warnings, 'warning')}`
        }
        onShow={() => onShow(price_history.unreadable_actions > 0 ? 'actions' : 'findings')}
      >
        {price_history.unreadable_actions === 0
          ? price_history.has_announcements
            ? 'Every split and bonus announcement was read.'
            : 'No split or bonus announcement has been fetched yet.'
          : `${counted(price_history.unreadable_actions, 'corporate action announcement')} could not be read.`}
        {price_history.of_others > 0 &&
          ` ${counted(price_history.of_others, 'finding')} about shares you never held.`}
      </Fact>
    </SimpleGrid>
  );
}
