import type { ExchangeCounts, ExchangeFilter } from '#shared/contract/exchanges.ts';
import { useCall } from '../../../lib/client/query.ts';
import { type Section, useWireState } from '../store.ts';
import { type ReadFilter, readFilter } from './filter-grammar.ts';

export interface WireFilter extends ReadFilter {
  /** Section, time range and text combined. */
  asked: ExchangeFilter;
  /** Counts of the time range. */
  counts: ExchangeCounts | undefined;
}

/** Combines the section, the time range and the filter field. The field takes precedence. */
export function useWireFilter(): WireFilter {
  const { section, text, after } = useWireState((state) => state);
  const range: ExchangeFilter = after === null ? {} : { after };
  const { data: counts } = useCall('exchanges', 'counts', range, { keepPrevious: true });
  const read = readFilter(text, { keyAliases: counts?.keyAliases ?? [], models: counts?.models ?? [] });
  return { ...read, asked: { ...range, ...sectionFilter(section), ...read.filter }, counts };
}

/** Returns the filter of a section. */
function sectionFilter(section: Section): ExchangeFilter {
  switch (section.kind) {
    case 'all':
      return {};
    case 'pinned':
      return { pinned: true };
    case 'broken':
    case 'odd':
      return { outcome: section.kind };
    case 'sessions':
      return { routeId: 'realtime' };
    case 'origin':
      return { origin: section.origin };
  }
}
