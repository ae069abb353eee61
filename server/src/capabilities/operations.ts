import { addWatchlistEntry } from './account/add-watchlist-entry.ts';
import { changePassword } from './account/change-password.ts';
import { confirmTotp } from './account/confirm-totp.ts';
import { countUnreadNotifications } from './account/count-unread-notifications.ts';
import { countWebhookHours } from './account/count-webhook-hours.ts';
import { createKey } from './account/create-key.ts';
import { createWebhook } from './account/create-webhook.ts';
import { deleteUser } from './account/delete-user.ts';
import { deleteWebhook } from './account/delete-webhook.ts';
import { disableTotp } from './account/disable-totp.ts';
import { disconnectApp } from './account/disconnect-app.ts';
import { endSession } from './account/end-session.ts';
import { exportUser } from './account/export-user.ts';
import { exportWatchlist } from './account/export-watchlist.ts';
import { getNotification } from './account/get-notification.ts';
import { getUsage } from './account/get-usage.ts';
import { getUser } from './account/get-user.ts';
import { getWatchlist } from './account/get-watchlist.ts';
import { getWebhookDelivery } from './account/get-webhook-delivery.ts';
import { importWatchlist } from './account/import-watchlist.ts';
import { listApps } from './account/list-apps.ts';
import { listKeys } from './account/list-keys.ts';
import { listLedger } from './account/list-ledger.ts';
import { listNotifications } from './account/list-notifications.ts';
import { listSessions } from './account/list-sessions.ts';
import { listWebhookDeliveries } from './account/list-webhook-deliveries.ts';
import { listWebhooks } from './account/list-webhooks.ts';
import { markAllNotificationsRead } from './account/mark-all-notifications-read.ts';
import { markNotificationRead } from './account/mark-notification-read.ts';
import { removeWatchlistEntry } from './account/remove-watchlist-entry.ts';
import { replayFailedWebhookDeliveries } from './account/replay-failed-webhook-deliveries.ts';
import { replayWebhookDelivery } from './account/replay-webhook-delivery.ts';
import { revokeKey } from './account/revoke-key.ts';
import { startTotp } from './account/start-totp.ts';
import { streamNotifications } from './account/stream-notifications.ts';
import { testWebhook } from './account/test-webhook.ts';
import { updateWatchlistEntry } from './account/update-watchlist-entry.ts';
import { updateWebhook } from './account/update-webhook.ts';
import { screenAnalysts } from './analyst/screen-analysts.ts';
import { getCompanyClimate } from './climate/get-company-climate.ts';
import { screenClimate } from './climate/screen-climate.ts';
import { getAnalystBrief } from './companies/get-analyst-brief.ts';
import { getCompanyPeople } from './companies/get-company-people.ts';
import { getManagerBook } from './companies/get-manager-book.ts';
import { getMarketSnapshot } from './companies/get-market-snapshot.ts';
import { getPriceSnapshot } from './companies/get-price-snapshot.ts';
import { getRevenueSegments } from './companies/get-revenue-segments.ts';
import { getSupplyChain } from './companies/get-supply-chain.ts';
import { getTranscript } from './companies/get-transcript.ts';
import { listEarningsReleases } from './companies/list-earnings-releases.ts';
import { listEventTranscripts } from './companies/list-event-transcripts.ts';
import { listInstitutionalHolders } from './companies/list-institutional-holders.ts';
import { listMarketQuotes } from './companies/list-market-quotes.ts';
import { listFxMovers } from './currencies/list-fx-movers.ts';
import { listFxRates } from './currencies/list-fx-rates.ts';
import { getDocument } from './documents/get-document.ts';
import { getDocumentContent } from './documents/get-document-content.ts';
import { getDocumentTaxonomy } from './documents/get-document-taxonomy.ts';
import { listDocuments } from './documents/list-documents.ts';
import { lookupEntity } from './entities/lookup-entity.ts';
import { searchEntities } from './entities/search-entities.ts';
import { listCorporateEvents } from './events/list-corporate-events.ts';
import { listLifecycleEvents } from './events/list-lifecycle-events.ts';
import { listSignalEvents } from './events/list-signal-events.ts';
import { getFilingAtom } from './feeds/get-filing-atom.ts';
import { getFilingFeed } from './feeds/get-filing-feed.ts';
import { getTranscriptFeed } from './feeds/get-transcript-feed.ts';
import { discoverFilings } from './filings/discover-filings.ts';
import { getEarningsEvent } from './filings/get-earnings-event.ts';
import { getFilingKpis } from './filings/get-filing-kpis.ts';
import { getFilingSection } from './filings/get-filing-section.ts';
import { getFilingStatements } from './filings/get-filing-statements.ts';
import { listFilingFacts } from './filings/list-filing-facts.ts';
import { listFilingSections } from './filings/list-filing-sections.ts';
import { listFilings } from './filings/list-filings.ts';
import { listNewestFilings } from './filings/list-newest-filings.ts';
import { resolveFiling } from './filings/resolve-filing.ts';
import { searchFilings } from './filings/search-filings.ts';
import { getCompanyFinancials } from './financials/get-company-financials.ts';
import { getKpiTaxonomy } from './financials/get-kpi-taxonomy.ts';
import { screenFinancials } from './financials/screen-financials.ts';
import { listInsiderTransactions } from './insiders/list-insider-transactions.ts';
import { getWeoSeries } from './macro/get-weo-series.ts';
import { listIndexMoves } from './macro/list-index-moves.ts';
import { listMacroRates } from './macro/list-macro-rates.ts';
import { listWeoAreas } from './macro/list-weo-areas.ts';
import { listMarkets } from './markets/list-markets.ts';
import type { AnyOperation } from './operation.ts';
import { getPeopleFacets } from './people/get-people-facets.ts';
import { getPerson } from './people/get-person.ts';
import { getPersonInsiderTransactions } from './people/get-person-insider-transactions.ts';
import { listPeople } from './people/list-people.ts';
import { listPersonCompanies } from './people/list-person-companies.ts';
import { screenHolders } from './people/screen-holders.ts';
import { listFilingPressReleases } from './press/list-filing-press-releases.ts';
import { listPressReleases } from './press/list-press-releases.ts';
import { screenPress } from './press/screen-press.ts';
import { screenRedFlags } from './red-flags/screen-red-flags.ts';
import { screenIssuers } from './screens/screen-issuers.ts';
import { getCompanySignals } from './signals/get-company-signals.ts';
import { listSignalBaseRates } from './signals/list-signal-base-rates.ts';
import { screenSignals } from './signals/screen-signals.ts';
import { screenStreet } from './street/screen-street.ts';

/** Every operation of the service; transports are loops over these. */
export const OPERATIONS: readonly AnyOperation[] = [
  listMarkets,
  searchEntities,
  lookupEntity,
  discoverFilings,
  resolveFiling,
  listFilings,
  listNewestFilings,
  getFilingKpis,
  searchFilings,
  listFilingSections,
  getFilingSection,
  listFilingFacts,
  getFilingStatements,
  getEarningsEvent,
  listFilingPressReleases,
  getCompanyFinancials,
  getRevenueSegments,
  getSupplyChain,
  getMarketSnapshot,
  listMarketQuotes,
  getPriceSnapshot,
  listEarningsReleases,
  getCompanyClimate,
  listEventTranscripts,
  listInstitutionalHolders,
  getManagerBook,
  getTranscript,
  getAnalystBrief,
  screenFinancials,
  screenPress,
  screenClimate,
  screenIssuers,
  screenRedFlags,
  screenAnalysts,
  screenSignals,
  getCompanySignals,
  listSignalBaseRates,
  screenStreet,
  listPressReleases,
  getKpiTaxonomy,
  listFxRates,
  listFxMovers,
  listIndexMoves,
  listMacroRates,
  getWeoSeries,
  listWeoAreas,
  listInsiderTransactions,
  listLifecycleEvents,
  listCorporateEvents,
  listSignalEvents,
  listPeople,
  getPeopleFacets,
  getPerson,
  listPersonCompanies,
  getPersonInsiderTransactions,
  getCompanyPeople,
  screenHolders,
  getDocumentTaxonomy,
  listDocuments,
  getDocument,
  getDocumentContent,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
  replayFailedWebhookDeliveries,
  countWebhookHours,
  getFilingFeed,
  getFilingAtom,
  getTranscriptFeed,
  getWatchlist,
  addWatchlistEntry,
  updateWatchlistEntry,
  removeWatchlistEntry,
  exportWatchlist,
  importWatchlist,
  listNotifications,
  countUnreadNotifications,
  streamNotifications,
  getNotification,
  markNotificationRead,
  markAllNotificationsRead,
  getUser,
  changePassword,
  startTotp,
  confirmTotp,
  disableTotp,
  listKeys,
  createKey,
  revokeKey,
  getUsage,
  listLedger,
  exportUser,
  deleteUser,
  listSessions,
  endSession,
  listApps,
  disconnectApp,
];
