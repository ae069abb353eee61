/** A stored data set that an operator may exclude from responses. */
export type DataSet = 'climate_targets';
