import type { Migration } from '../migration.ts';
import * as m001 from './001_identity.ts';
import * as m002 from './002_portfolio.ts';
import * as m003 from './003_notifications.ts';
import * as m004 from './004_jobs.ts';
import * as m005 from './005_chat.ts';
import * as m006 from './006_price_as_of.ts';
import * as m007 from './007_instruments.ts';
import * as m008 from './008_rate_slots.ts';
import * as m009 from './009_price_history.ts';
import * as m010 from './010_fx_and_benchmarks.ts';
import * as m011 from './011_broker_connections.ts';
import * as m012 from './012_data_quality.ts';
import * as m013 from './013_transaction_currency.ts';
import * as m014 from './014_secret_drafts.ts';
import * as m015 from './015_goals.ts';
import * as m016 from './016_income.ts';
import * as m017 from './017_watchlist.ts';
import * as m018 from './018_fund_holdings.ts';
import * as m019 from './019_income_kept_up.ts';
import * as m020 from './020_ledger_actions.ts';
import * as m021 from './021_connection_facts.ts';
import * as m022 from './022_sign_in_askers.ts';
import * as m023 from './023_chat_people.ts';
import * as m024 from './024_rate_slots_logged.ts';
import * as m025 from './025_receipts_of_requests.ts';
import * as m026 from './026_instruments_of_every_class.ts';
import * as m027 from './027_topic_revisions.ts';
import * as m028 from './028_rows_of_imports.ts';
import * as m029 from './029_strategies.ts';
import * as m030 from './030_policies.ts';
import * as m031 from './031_contributions.ts';
import * as m032 from './032_live_policies.ts';
import * as m033 from './033_plan_cards.ts';
import * as m034 from './034_sweeps_and_approvers.ts';
import * as m051 from './051_ai_research.ts';
import * as m052 from './052_research_events.ts';
import * as m073 from './073_ai_research_evaluation.ts';
import * as m074 from './074_user_provider_settings.ts';
import * as m075 from './075_evidence_documents.ts';
import * as m098 from './098_llm_usage.ts';
import * as m099 from './099_assistant.ts';
import * as m100 from './100_ai_research_reports.ts';
import * as m101 from './101_thesis_rotation.ts';
import * as m102 from './102_research_stage_codes.ts';
import * as m104 from './104_ai_research_report_ratings.ts';
import * as m105 from './105_api_tokens.ts';
import * as m107 from './107_market_catch_ups.ts';
import * as m108 from './108_import_undo.ts';
import * as m109 from './109_snapshot_currency.ts';
import * as m110 from './110_people.ts';
import * as m111 from './111_fund_histories.ts';
import * as m112 from './112_file_answers.ts';
import * as m113 from './113_forced_row_security.ts';
import * as m114 from './114_model_privacy.ts';
import * as m115 from './115_undone_actions.ts';
import * as m116 from './116_snapshot_units.ts';
import * as m117 from './117_order_mismatches.ts';
import * as m118 from './118_observed_prices.ts';
import * as m119 from './119_book_audits.ts';
import * as m120 from './120_intraday_first.ts';
import * as m121 from './121_lot_chains.ts';
import * as m122 from './122_merged_schemes.ts';
import * as m123 from './123_import_prices.ts';
import * as m124 from './124_chains_anew.ts';
import * as m125 from './125_observed_by_portfolio.ts';
import * as m126 from './126_latest_quotes.ts';
import * as m127 from './127_position_flows.ts';
import * as m128 from './128_job_batches.ts';
import * as m129 from './129_kept_counts.ts';
import * as m130 from './130_filled_snapshots.ts';
import * as m131 from './131_snapshot_thinning.ts';
import * as m132 from './132_table_sizes.ts';
import * as m134 from './134_keys_of_owners.ts';
import * as m135 from './135_rows_of_backtests.ts';
import * as m136 from './136_snapshot_keys.ts';
import * as m137 from './137_list_counts.ts';
import * as m138 from './138_kept_values.ts';
import * as m139 from './139_more_list_counts.ts';
import * as m140 from './140_price_rounds.ts';
import * as m141 from './141_close_revisions.ts';
import * as m142 from './142_blocks_of_backtests.ts';
import * as m143 from './143_marks_of_many_topics.ts';
import * as m144 from './144_push_subscriptions.ts';
import * as m145 from './145_parts.ts';
import * as m146 from './146_updated_notices.ts';
import * as m147 from './147_sample_people.ts';
import * as m148 from './148_trade_prices.ts';
import * as m149 from './149_opening_costs.ts';
import * as m150 from './150_broker_stock.ts';
import * as m151 from './151_broker_changes.ts';
import * as m152 from './152_price_intervals.ts';
import * as m153 from './153_holiday_lists.ts';
import * as m154 from './154_links_of_settings.ts';
import * as m155 from './155_guards_and_trade_names.ts';
import * as m160 from './160_difference_codes.ts';
import * as m161 from './161_confirmed_fills.ts';
import * as m162 from './162_held_orders.ts';
import * as m164 from './164_books_generations.ts';
import * as m165 from './165_plan_outlooks.ts';
import * as m166 from './166_plan_looks.ts';
import * as m167 from './167_broker_charges.ts';
import * as m168 from './168_explained_holdings.ts';
import * as m169 from './169_suspended_orders.ts';

/**
 * All migrations in order, named without an extension so that sources and build agree on one database.
 * Some numbers are fixed by the tables that carry them: 051, 052, 073, 074 and 098. A database that has later ones already
 * takes those that it lacks all the same.
 */
export const MIGRATIONS: readonly (readonly [name: string, migration: Migration])[] = [
  ['001_identity', m001],
  ['002_portfolio', m002],
  ['003_notifications', m003],
  ['004_jobs', m004],
  ['005_chat', m005],
  ['006_price_as_of', m006],
  ['007_instruments', m007],
  ['008_rate_slots', m008],
  ['009_price_history', m009],
  ['010_fx_and_benchmarks', m010],
  ['011_broker_connections', m011],
  ['012_data_quality', m012],
  ['013_transaction_currency', m013],
  ['014_secret_drafts', m014],
  ['015_goals', m015],
  ['016_income', m016],
  ['017_watchlist', m017],
  ['018_fund_holdings', m018],
  ['019_income_kept_up', m019],
  ['020_ledger_actions', m020],
  ['021_connection_facts', m021],
  ['022_sign_in_askers', m022],
  ['023_chat_people', m023],
  ['024_rate_slots_logged', m024],
  ['025_receipts_of_requests', m025],
  ['026_instruments_of_every_class', m026],
  ['027_topic_revisions', m027],
  ['028_rows_of_imports', m028],
  ['029_strategies', m029],
  ['030_policies', m030],
  ['031_contributions', m031],
  ['032_live_policies', m032],
  ['033_plan_cards', m033],
  ['034_sweeps_and_approvers', m034],
  ['051_ai_research', m051],
  ['052_research_events', m052],
  ['073_ai_research_evaluation', m073],
  ['074_user_provider_settings', m074],
  ['075_evidence_documents', m075],
  ['098_llm_usage', m098],
  ['099_assistant', m099],
  ['100_ai_research_reports', m100],
  ['101_thesis_rotation', m101],
  ['102_research_stage_codes', m102],
  ['104_ai_research_report_ratings', m104],
  ['105_api_tokens', m105],
  ['107_market_catch_ups', m107],
  ['108_import_undo', m108],
  ['109_snapshot_currency', m109],
  ['110_people', m110],
  ['111_fund_histories', m111],
  ['112_file_answers', m112],
  ['113_forced_row_security', m113],
  ['114_model_privacy', m114],
  ['115_undone_actions', m115],
  ['116_snapshot_units', m116],
  ['117_order_mismatches', m117],
  ['118_observed_prices', m118],
  ['119_book_audits', m119],
  ['120_intraday_first', m120],
  ['121_lot_chains', m121],
  ['122_merged_schemes', m122],
  ['123_import_prices', m123],
  ['124_chains_anew', m124],
  ['125_observed_by_portfolio', m125],
  ['126_latest_quotes', m126],
  ['127_position_flows', m127],
  ['128_job_batches', m128],
  ['129_kept_counts', m129],
  ['130_filled_snapshots', m130],
  ['131_snapshot_thinning', m131],
  ['132_table_sizes', m132],
  ['134_keys_of_owners', m134],
  ['135_rows_of_backtests', m135],
  ['136_snapshot_keys', m136],
  ['137_list_counts', m137],
  ['138_kept_values', m138],
  ['139_more_list_counts', m139],
  ['140_price_rounds', m140],
  ['141_close_revisions', m141],
  ['142_blocks_of_backtests', m142],
  ['143_marks_of_many_topics', m143],
  ['144_push_subscriptions', m144],
  ['145_parts', m145],
  ['146_updated_notices', m146],
  ['147_sample_people', m147],
  ['148_trade_prices', m148],
  ['149_opening_costs', m149],
  ['150_broker_stock', m150],
  ['151_broker_changes', m151],
  ['152_price_intervals', m152],
  ['153_holiday_lists', m153],
  ['154_links_of_settings', m154],
  ['155_guards_and_trade_names', m155],
  ['160_difference_codes', m160],
  ['161_confirmed_fills', m161],
  ['162_held_orders', m162],
  ['164_books_generations', m164],
  ['165_plan_outlooks', m165],
  ['166_plan_looks', m166],
  ['167_broker_charges', m167],
  ['168_explained_holdings', m168],
  ['169_suspended_orders', m169],
];
