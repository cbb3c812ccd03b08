import type { Command, Confirmation } from './command.ts';
import { askCommand, modelConfirmation } from './commands/ask.ts';
import { approvalLimitCommand, approvalLimitConfirmation } from './commands/approval-limit.ts';
import { chatCommands } from './commands/chat.ts';
import { connectionConfirmations } from './commands/connection-confirmations.ts';
import { connectionCommands } from './commands/connections.ts';
import { brokerChangeCommands, brokerChangeConfirmations } from './commands/broker-changes.ts';
import { corporateActionCommands, corporateActionConfirmations } from './commands/corporate-actions.ts';
import { goalCommands } from './commands/goals.ts';
import { netWorthCommand } from './commands/net-worth.ts';
import { returnCommands } from './commands/returns.ts';
import { intradayConfirmation, taxCommand } from './commands/tax.ts';
import { ledgerCommands } from './commands/transactions.ts';
import { upcomingCommand } from './commands/upcoming.ts';
import { incomeCommands } from './commands/income.ts';
import { insightCommand } from './commands/insight.ts';
import { optionsCommands, optionsConfirmations } from './commands/options/index.ts';
import { linkConfirmations } from './commands/links.ts';
import { contributionConfirmations } from './commands/contributions.ts';
import { policyCommands, policyConfirmations } from './commands/policies.ts';
import { planCommands, planConfirmations } from './commands/policy-plans.ts';
import { settleCommands, settleConfirmations } from './commands/policy-settlements.ts';
import { tradingCommands, tradingConfirmations } from './commands/policy-trading.ts';
import { portfolioCommands } from './commands/portfolio.ts';
import { rebalanceCommand } from './commands/rebalance.ts';
import { reportCommands, reportConfirmations } from './commands/reports.ts';
import { recordCommands, recordConfirmations } from './commands/records.ts';
import { researchCommand, researchConfirmations } from './commands/research.ts';
import { riskCommand } from './commands/risk.ts';
import { watchlistCommands, watchlistConfirmations } from './commands/watchlist.ts';
import { addConnectionDialogue } from './conversations/add-connection.ts';
import { addTransactionDialogue } from './conversations/add-transaction.ts';
import { approvePlanDialogue } from './conversations/approve-plan.ts';
import { confirmFundingDialogue } from './conversations/confirm-funding.ts';
import { connectionLoginDialogue } from './conversations/connection-login.ts';
import { connectionOtpDialogue } from './conversations/connection-otp.ts';
import { editConnectionDialogue } from './conversations/edit-connection.ts';
import { goLiveDialogue } from './conversations/go-live.ts';
import { settleDifferenceDialogue, settleOrderDialogue } from './conversations/settle-order.ts';
import { resumeTradingDialogue } from './conversations/resume-trading.ts';
import { filePasswordDialogue } from './conversations/file-password.ts';
import { marketFileDialogue } from './conversations/market-file.ts';
import { importAnswersDialogue } from './conversations/import-answers.ts';
import { importConfirmations } from './import.ts';
import { importCommands, undoImportConfirmation } from './commands/imports.ts';
import type { Catalogue } from './roles.ts';
import type { Dialogue } from './conversations/dialogue.ts';

/** Every command, in the order in which /help and the menu show them. */
export const COMMANDS: readonly Command[] = distinct([
  ...portfolioCommands,
  netWorthCommand,
  ...returnCommands,
  riskCommand,
  ...incomeCommands,
  upcomingCommand,
  ...reportCommands,
  askCommand(() => COMMANDS),
  researchCommand,
  insightCommand,
  taxCommand,
  rebalanceCommand,
  ...goalCommands,
  ...policyCommands,
  ...planCommands,
  ...tradingCommands,
  approvalLimitCommand,
  ...settleCommands,
  ...optionsCommands,
  ...watchlistCommands,
  ...recordCommands,
  ...ledgerCommands,
  ...importCommands,
  ...corporateActionCommands,
  ...brokerChangeCommands,
  ...connectionCommands,
  ...chatCommands(() => COMMANDS),
]);

/** Everything a confirmed button may do. */
export const CONFIRMATIONS: readonly Confirmation[] = distinct([
  ...recordConfirmations,
  ...reportConfirmations,
  modelConfirmation(() => COMMANDS),
  ...importConfirmations,
  undoImportConfirmation,
  ...linkConfirmations,
  ...connectionConfirmations,
  ...watchlistConfirmations,
  ...policyConfirmations,
  ...planConfirmations,
  ...tradingConfirmations,
  approvalLimitConfirmation,
  intradayConfirmation,
  ...settleConfirmations,
  ...contributionConfirmations,
  ...optionsConfirmations,
  ...corporateActionConfirmations,
  ...brokerChangeConfirmations,
  ...researchConfirmations,
]);

/** Every dialogue of several questions. */
export const DIALOGUES: readonly Dialogue[] = distinct([
  addTransactionDialogue,
  addConnectionDialogue,
  editConnectionDialogue,
  connectionLoginDialogue,
  connectionOtpDialogue,
  resumeTradingDialogue,
  approvePlanDialogue,
  goLiveDialogue,
  settleOrderDialogue,
  settleDifferenceDialogue,
  confirmFundingDialogue,
  filePasswordDialogue,
  importAnswersDialogue,
  marketFileDialogue,
]);

/** All of it, for whoever asks whom something is for. */
export const CATALOGUE: Catalogue = {
  commands: COMMANDS,
  confirmations: CONFIRMATIONS,
  dialogues: DIALOGUES,
};

function distinct<T extends { name: string; aliases?: readonly string[] }>(rows: T[]): readonly T[] {
  const seen = new Set<string>();
  for (const { name, aliases = [] } of rows) {
    for (const one of [name, ...aliases]) {
      if (seen.has(one)) throw new Error(`the catalogue has two commands named ${one}`);
      seen.add(one);
    }
  }
  return Object.freeze(rows);
}
