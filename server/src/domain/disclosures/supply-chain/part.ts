import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import { readSupplyChain, SUPPLY_CHAIN_RULES_VERSION } from './rules/read-supply-chain.ts';
import { type EncodedSupplyReading, encodeSupplyReading, replaceSupplyReadings, SUPPLY_READINGS } from './store.ts';

export const supplyChainPart: Part<EncodedSupplyReading, never, void> = {
  name: 'supply-chain',
  textReadings: SUPPLY_READINGS,
  tables: [ofFilings('supply_readings'), ofFilings('supply_statements', [], 'place')],
  readFiling: (_contents, filing, reading) =>
    encodeSupplyReading(reading.once(readSupplyChain), filing, SUPPLY_CHAIN_RULES_VERSION),
  async persist(tx, batch) {
    await replaceSupplyReadings(
      tx,
      batch.openedBy(supplyChainPart).map(filing => filing.value),
    );
  },
};
