import { outcomeFromStored } from './call.ts';
import { newRankSet, type Outcome, type RankDocument, type RankQuery, type RankSet } from './rank-set.ts';

/** An outcome as it is stored: its documents, or their place in `lists`, which outcomes of one run share. */
type StoredOutcome = Omit<Outcome, 'documents'> & { documents: RankDocument[] | number };
type StoredQuery = Omit<RankQuery, 'outcome' | 'previous'> & {
  outcome: StoredOutcome | null;
  previous?: StoredOutcome | null;
};

/** A set as it is stored. Earlier versions stored neither `lists` nor any of the fields of several queries. */
type StoredSet = Partial<Omit<RankSet, 'outcome' | 'previous' | 'before' | 'after'>> &
  Pick<StoredQuery, 'outcome' | 'previous'> & {
    before?: StoredQuery[];
    after?: StoredQuery[];
    lists?: RankDocument[][];
  };

/** Returns a set as JSON. The documents of a run are stored once, however many queries ranked them. */
export function storedSet(set: RankSet): string {
  const lists: RankDocument[][] = [];
  const outcome = (one: Outcome | null): StoredOutcome | null => {
    if (!one) return null;
    const known = lists.indexOf(one.documents);
    return { ...one, documents: known < 0 ? lists.push(one.documents) - 1 : known };
  };
  const query = <Query extends RankQuery>(one: Query) => ({
    ...one,
    outcome: outcome(one.outcome),
    previous: outcome(one.previous),
  });
  return JSON.stringify({ ...query(set), before: set.before.map(query), after: set.after.map(query), lists });
}

/** Returns a set from what this or an earlier version stored. @throws SyntaxError for text that is not JSON. */
export function setFromStored(id: string, content: string): RankSet {
  const { lists = [], before = [], after = [], ...stored } = JSON.parse(content) as StoredSet;
  const outcome = (one: StoredOutcome | null | undefined): Outcome | null => {
    if (!one) return null;
    const { documents } = one;
    return outcomeFromStored({
      ...one,
      documents: typeof documents === 'number' ? (lists[documents] ?? []) : documents,
    });
  };
  const query = (one: StoredQuery): RankQuery => ({
    ...one,
    outcome: outcome(one.outcome),
    previous: outcome(one.previous),
  });
  return newRankSet(id, {
    ...stored,
    outcome: outcome(stored.outcome),
    previous: outcome(stored.previous),
    before: before.map(query),
    after: after.map(query),
  });
}
