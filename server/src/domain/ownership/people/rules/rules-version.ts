/** Raise it when a connector or a rule reads people of filings differently: `asfiled reprocess --from text` then reads them again. */
export const PEOPLE_RULES_VERSION = '11';
