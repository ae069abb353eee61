// Written by `npm run lists` from the folders.
import type { AnyOperation } from '../domain/kit/operation.ts';
import { addWatchlistEntry } from '../delivery/watchlist/operations/add-watchlist-entry.ts';
import { changePassword } from '../accounts/operations/change-password.ts';
import { confirmTotp } from '../accounts/operations/confirm-totp.ts';
import { countUnreadNotifications } from '../delivery/notifications/operations/count-unread-notifications.ts';
import { countWebhookHours } from '../delivery/webhooks/operations/count-webhook-hours.ts';
import { createKey } from '../accounts/operations/create-key.ts';
import { createSavedScreen } from '../delivery/screens/operations/create-saved-screen.ts';
import { createWebhook } from '../delivery/webhooks/operations/create-webhook.ts';
import { deleteSavedScreen } from '../delivery/screens/operations/delete-saved-screen.ts';
import { deleteUser } from '../accounts/operations/delete-user.ts';
import { deleteWebhook } from '../delivery/webhooks/operations/delete-webhook.ts';
import { disableTotp } from '../accounts/operations/disable-totp.ts';
import { disconnectApp } from '../accounts/operations/disconnect-app.ts';
import { discoverFilings } from '../domain/filings/filings/operations/discover-filings.ts';
import { endSession } from '../accounts/operations/end-session.ts';
import { exportPanel } from '../domain/insights/panels/operations/export-panel.ts';
import { exportUniverse } from '../domain/insights/universe/operations/export-universe.ts';
import { exportUser } from '../accounts/operations/export-user.ts';
import { exportWatchlist } from '../delivery/watchlist/operations/export-watchlist.ts';
import { getAnalystBrief } from '../domain/insights/briefs/operations/get-analyst-brief.ts';
import { getCompanyClimate } from '../domain/markets/climate/operations/get-company-climate.ts';
import { getCompanyFinancials } from '../domain/figures/financials/operations/get-company-financials.ts';
import { getCompanyPeople } from '../domain/ownership/people/operations/get-company-people.ts';
import { getCompanySignals } from '../domain/insights/signals/operations/get-company-signals.ts';
import { getDocument } from '../domain/filings/documents/operations/get-document.ts';
import { getDocumentContent } from '../domain/filings/documents/operations/get-document-content.ts';
import { getDocumentTaxonomy } from '../domain/filings/documents/operations/get-document-taxonomy.ts';
import { getEarningsEvent } from '../domain/figures/earnings/operations/get-earnings-event.ts';
import { getFilingAtom } from '../domain/filings/filings/operations/get-filing-atom.ts';
import { getFilingFeed } from '../domain/filings/filings/operations/get-filing-feed.ts';
import { getFilingKpis } from '../domain/disclosures/red-flags/operations/get-filing-kpis.ts';
import { getFilingSection } from '../domain/filings/sections/operations/get-filing-section.ts';
import { getFilingStatements } from '../domain/filings/facts/operations/get-filing-statements.ts';
import { getFilingTable } from '../domain/filings/tables/operations/get-filing-table.ts';
import { getKpiTaxonomy } from '../domain/figures/financials/operations/get-kpi-taxonomy.ts';
import { getManagerBook } from '../domain/ownership/holders/operations/get-manager-book.ts';
import { getMarketSnapshot } from '../domain/markets/prices/operations/get-market-snapshot.ts';
import { getNotification } from '../delivery/notifications/operations/get-notification.ts';
import { getPanelManifest } from '../domain/insights/panels/operations/get-panel-manifest.ts';
import { getPeopleFacets } from '../domain/ownership/people/operations/get-people-facets.ts';
import { getPerson } from '../domain/ownership/people/operations/get-person.ts';
import { getPersonInsiderTransactions } from '../domain/ownership/insiders/operations/get-person-insider-transactions.ts';
import { getPriceSnapshot } from '../domain/markets/prices/operations/get-price-snapshot.ts';
import { getRevenueSegments } from '../domain/figures/segments/operations/get-revenue-segments.ts';
import { getSharedScreen } from '../delivery/screens/operations/get-shared-screen.ts';
import { getSupplyChain } from '../domain/disclosures/supply-chain/operations/get-supply-chain.ts';
import { getTranscript } from '../domain/insights/briefs/operations/get-transcript.ts';
import { getTranscriptFeed } from '../domain/disclosures/transcripts/operations/get-transcript-feed.ts';
import { getUsage } from '../accounts/operations/get-usage.ts';
import { getUser } from '../accounts/operations/get-user.ts';
import { getValuation } from '../domain/markets/valuation/operations/get-valuation.ts';
import { getWatchlist } from '../delivery/watchlist/operations/get-watchlist.ts';
import { getWebhookDelivery } from '../delivery/webhooks/operations/get-webhook-delivery.ts';
import { getWeoSeries } from '../domain/markets/macro/operations/get-weo-series.ts';
import { importWatchlist } from '../delivery/watchlist/operations/import-watchlist.ts';
import { listApps } from '../accounts/operations/list-apps.ts';
import { listAuditEvents } from '../accounts/operations/list-audit-events.ts';
import { listCorporateEvents } from '../domain/disclosures/events/operations/list-corporate-events.ts';
import { listDocuments } from '../domain/filings/documents/operations/list-documents.ts';
import { listEarningsReleases } from '../domain/figures/earnings/operations/list-earnings-releases.ts';
import { listEventTranscripts } from '../domain/disclosures/transcripts/operations/list-event-transcripts.ts';
import { listFilingFacts } from '../domain/filings/facts/operations/list-filing-facts.ts';
import { listFilingPressReleases } from '../domain/disclosures/press/operations/list-filing-press-releases.ts';
import { listFilingSections } from '../domain/filings/sections/operations/list-filing-sections.ts';
import { listFilingTables } from '../domain/filings/tables/operations/list-filing-tables.ts';
import { listFilings } from '../domain/filings/filings/operations/list-filings.ts';
import { listFxMovers } from '../domain/figures/currencies/operations/list-fx-movers.ts';
import { listFxRates } from '../domain/figures/currencies/operations/list-fx-rates.ts';
import { listIndexMoves } from '../domain/markets/macro/operations/list-index-moves.ts';
import { listInsiderTransactions } from '../domain/ownership/insiders/operations/list-insider-transactions.ts';
import { listInstitutionalHolders } from '../domain/ownership/holders/operations/list-institutional-holders.ts';
import { listKeys } from '../accounts/operations/list-keys.ts';
import { listLedger } from '../accounts/operations/list-ledger.ts';
import { listLifecycleEvents } from '../domain/disclosures/events/operations/list-lifecycle-events.ts';
import { listMacroRates } from '../domain/markets/macro/operations/list-macro-rates.ts';
import { listMarketQuotes } from '../domain/markets/prices/operations/list-market-quotes.ts';
import { listMarkets } from '../domain/filings/markets/operations/list-markets.ts';
import { listNewestFilings } from '../domain/filings/filings/operations/list-newest-filings.ts';
import { listNotifications } from '../delivery/notifications/operations/list-notifications.ts';
import { listPeople } from '../domain/ownership/people/operations/list-people.ts';
import { listPersonCompanies } from '../domain/ownership/people/operations/list-person-companies.ts';
import { listPressReleases } from '../domain/disclosures/press/operations/list-press-releases.ts';
import { listSavedScreens } from '../delivery/screens/operations/list-saved-screens.ts';
import { listSessions } from '../accounts/operations/list-sessions.ts';
import { listSignalBaseRates } from '../domain/insights/signals/operations/list-signal-base-rates.ts';
import { listSignalEvents } from '../domain/insights/signals/operations/list-signal-events.ts';
import { listUniverse } from '../domain/insights/universe/operations/list-universe.ts';
import { listWebhookDeliveries } from '../delivery/webhooks/operations/list-webhook-deliveries.ts';
import { listWebhooks } from '../delivery/webhooks/operations/list-webhooks.ts';
import { listWeoAreas } from '../domain/markets/macro/operations/list-weo-areas.ts';
import { lookupEntity } from '../domain/filings/issuers/operations/lookup-entity.ts';
import { markAllNotificationsRead } from '../delivery/notifications/operations/mark-all-notifications-read.ts';
import { markNotificationRead } from '../delivery/notifications/operations/mark-notification-read.ts';
import { removeWatchlistEntry } from '../delivery/watchlist/operations/remove-watchlist-entry.ts';
import { replayFailedWebhookDeliveries } from '../delivery/webhooks/operations/replay-failed-webhook-deliveries.ts';
import { replayWebhookDelivery } from '../delivery/webhooks/operations/replay-webhook-delivery.ts';
import { resolveEntities } from '../domain/filings/issuers/operations/resolve-entities.ts';
import { resolveFiling } from '../domain/filings/filings/operations/resolve-filing.ts';
import { revokeKey } from '../accounts/operations/revoke-key.ts';
import { runSavedScreen } from '../delivery/screens/operations/run-saved-screen.ts';
import { runSharedScreen } from '../delivery/screens/operations/run-shared-screen.ts';
import { screenAnalysts } from '../domain/insights/screens/operations/screen-analysts.ts';
import { screenClimate } from '../domain/insights/screens/operations/screen-climate.ts';
import { screenFinancials } from '../domain/figures/financials/operations/screen-financials.ts';
import { screenHolders } from '../domain/insights/screens/operations/screen-holders.ts';
import { screenIssuers } from '../domain/insights/screens/operations/screen-issuers.ts';
import { screenPress } from '../domain/insights/screens/operations/screen-press.ts';
import { screenRedFlags } from '../domain/insights/screens/operations/screen-red-flags.ts';
import { screenSignals } from '../domain/insights/screens/operations/screen-signals.ts';
import { screenStreet } from '../domain/insights/screens/operations/screen-street.ts';
import { searchEntities } from '../domain/filings/issuers/operations/search-entities.ts';
import { searchFilings } from '../domain/filings/sections/operations/search-filings.ts';
import { startTotp } from '../accounts/operations/start-totp.ts';
import { streamNotifications } from '../delivery/notifications/operations/stream-notifications.ts';
import { testWebhook } from '../delivery/webhooks/operations/test-webhook.ts';
import { updateSavedScreen } from '../delivery/screens/operations/update-saved-screen.ts';
import { updateWatchlistEntry } from '../delivery/watchlist/operations/update-watchlist-entry.ts';
import { updateWebhook } from '../delivery/webhooks/operations/update-webhook.ts';
import { verifyFact } from '../domain/figures/verification/operations/verify-fact.ts';

/** Every operation of the service; transports are loops over these. */
export const OPERATIONS: readonly AnyOperation[] = [
  getDocumentContent,
  getDocumentTaxonomy,
  getDocument,
  listDocuments,
  getFilingStatements,
  listFilingFacts,
  discoverFilings,
  getFilingAtom,
  getFilingFeed,
  listFilings,
  listNewestFilings,
  resolveFiling,
  lookupEntity,
  resolveEntities,
  searchEntities,
  listMarkets,
  getFilingSection,
  listFilingSections,
  searchFilings,
  getFilingTable,
  listFilingTables,
  listFxMovers,
  listFxRates,
  getEarningsEvent,
  listEarningsReleases,
  getCompanyFinancials,
  getKpiTaxonomy,
  screenFinancials,
  getRevenueSegments,
  verifyFact,
  getCompanyClimate,
  getWeoSeries,
  listIndexMoves,
  listMacroRates,
  listWeoAreas,
  getMarketSnapshot,
  getPriceSnapshot,
  listMarketQuotes,
  getValuation,
  getManagerBook,
  listInstitutionalHolders,
  getPersonInsiderTransactions,
  listInsiderTransactions,
  getCompanyPeople,
  getPeopleFacets,
  getPerson,
  listPeople,
  listPersonCompanies,
  listCorporateEvents,
  listLifecycleEvents,
  listFilingPressReleases,
  listPressReleases,
  getFilingKpis,
  getSupplyChain,
  getTranscriptFeed,
  listEventTranscripts,
  getAnalystBrief,
  getTranscript,
  exportPanel,
  getPanelManifest,
  screenAnalysts,
  screenClimate,
  screenHolders,
  screenIssuers,
  screenPress,
  screenRedFlags,
  screenSignals,
  screenStreet,
  getCompanySignals,
  listSignalBaseRates,
  listSignalEvents,
  exportUniverse,
  listUniverse,
  changePassword,
  confirmTotp,
  createKey,
  deleteUser,
  disableTotp,
  disconnectApp,
  endSession,
  exportUser,
  getUsage,
  getUser,
  listApps,
  listAuditEvents,
  listKeys,
  listLedger,
  listSessions,
  revokeKey,
  startTotp,
  countUnreadNotifications,
  getNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  streamNotifications,
  createSavedScreen,
  deleteSavedScreen,
  getSharedScreen,
  listSavedScreens,
  runSavedScreen,
  runSharedScreen,
  updateSavedScreen,
  addWatchlistEntry,
  exportWatchlist,
  getWatchlist,
  importWatchlist,
  removeWatchlistEntry,
  updateWatchlistEntry,
  countWebhookHours,
  createWebhook,
  deleteWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  replayFailedWebhookDeliveries,
  replayWebhookDelivery,
  testWebhook,
  updateWebhook,
];
