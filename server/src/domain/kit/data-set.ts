/** Data that an operator may keep from answers, though it is stored. */
export type DataSet = 'climate_targets';
