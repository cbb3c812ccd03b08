import { backupHelp, backUp, restore } from './backup-commands.ts';
import { practiceBroker, practiceHelp, rotateBrokerKey } from './broker-commands.ts';
import { type Command, EXIT } from './command.ts';
import { importInstruments, importPrices, priceImportHelp } from './market-commands.ts';
import {
  createIngestToken,
  eventHelp,
  importEvents,
  importTradebook,
  ingest,
  ingestHelp,
  sampleHelp,
  sampleTrader,
  tradebookHelp,
} from './options-commands.ts';
import { addPerson, loginCode } from './people-commands.ts';
import { evaluate, evaluationHelp, evidenceImportHelp, importEvidence } from './research-commands.ts';
import { chat, doctor, migrate, start } from './server-commands.ts';

/** Everything `npm start` and `npm run …` reach. Each command loads only what it needs. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    usage: 'npm start [-- api] [bot] [jobs]',
    summary:
      'Runs Munim. Without a role, all roles run in one process. Several processes can share one database.',
    run: start,
  },
  chat: {
    usage: 'npm run chat',
    summary: 'Opens the chat in this terminal. You can also pipe messages in, one per line.',
    run: chat,
  },
  'login-code': {
    usage: 'npm run login-code [-- login]',
    summary: 'Prints a one-time sign-in code for a login (default: the owner).',
    run: loginCode,
  },
  'add-person': {
    usage: 'npm run add-person -- login ["Name"]',
    summary: 'Adds a person with books of their own, and prints a code for their first sign-in.',
    run: addPerson,
  },
  migrate: {
    usage: 'npm run migrate',
    summary: 'Updates the database to the newest version. A start does this automatically.',
    run: migrate,
  },
  doctor: {
    usage: 'npm run doctor',
    summary:
      'Checks the database, this machine, backups and outside sources, and says what to do. Ends with 1 if a check failed.',
    run: doctor,
  },
  backup: {
    usage: 'npm run backup [-- file | --list | --check file]',
    summary: 'Backs up the database to one file (default: in BACKUP_DIR), lists backups, or tries a restore.',
    more: backupHelp,
    run: backUp,
  },
  restore: {
    usage: 'npm run restore -- file [--force]',
    summary: 'Restores a backup into an empty database; --force replaces existing data.',
    run: restore,
  },
  'rotate-broker-key': {
    usage: 'npm run rotate-broker-key',
    summary: 'Re-encrypts broker credentials with a new key: the one in the settings, or a generated one.',
    run: rotateBrokerKey,
  },
  'import-instruments': {
    usage: 'npm run import-instruments -- file… [--index NIFTY500 --as-of 2026-04-01]',
    summary: 'Imports NSE’s lists of shares, ETFs, symbol changes and index members.',
    run: importInstruments,
  },
  'import-prices': {
    usage: 'npm run import-prices -- file|folder… [--symbol NIFTY50] [--dry-run]',
    summary:
      'Imports daily closes and corporate actions from bhavcopies or your own CSV. Importing twice changes nothing.',
    more: priceImportHelp,
    run: importPrices,
  },
  'import-evidence': {
    usage: 'npm run import-evidence -- folder [--dry-run]',
    summary:
      'Imports filings, lists, closes and pages for research from a folder. Importing twice adds nothing.',
    more: evidenceImportHelp,
    run: importEvidence,
  },
  evaluate: {
    usage:
      'npm run evaluate -- --left file --right file --tier name --seed int --output file [--judges place]',
    summary: 'Has several judges compare two research reports without knowing whose is whose.',
    more: evaluationHelp,
    errorCode: EXIT.undecided,
    run: evaluate,
  },
  ingest: {
    usage: 'npm run ingest -- file|- [--follow]',
    summary: 'Imports records from a trading process into the options workspace, one JSON record per line.',
    more: ingestHelp,
    run: ingest,
  },
  'import-tradebook': {
    usage: 'npm run import-tradebook -- file [--strategy NAME] [--brokerage 20] [--preview]',
    summary: 'Imports a broker’s F&O tradebook into the options workspace: fills, closed trades and costs.',
    more: tradebookHelp,
    run: importTradebook,
  },
  'ingest-token': {
    usage: 'npm run ingest-token -- name',
    summary: 'Creates a token that lets a trading process send records over HTTP. It is shown only once.',
    run: createIngestToken,
  },
  'import-events': {
    usage: 'npm run import-events -- file [--dry-run]',
    summary: 'Imports events that block option entries or call for caution, from CSV or JSON.',
    more: eventHelp,
    run: importEvents,
  },
  'sample-trader': {
    usage: 'npm run sample-trader [-- --fast] [--anyway]',
    summary:
      'Plays a made-up fortnight of options trading into the running Munim, so that every screen shows something.',
    more: sampleHelp,
    run: sampleTrader,
  },
  'practice-broker': {
    usage: 'npm run practice-broker [-- --port P …]',
    summary: 'Runs a broker without money on this machine, to rehearse trading with.',
    more: practiceHelp,
    run: practiceBroker,
  },
};
