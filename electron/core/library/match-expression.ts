import type { DatabaseSync } from 'node:sqlite';

/** Letters in one group of the index. */
const groupLength = 3;

/** More groups than this make a query slower and hardly narrower. */
const groupLimit = 48;

/** A short term that begins more groups than this is in nearly every passage. */
const beginningsLimit = 200;

/** `anything`: the terms do not narrow a search down. `nothing`: no indexed passage holds one of them. */
export type Match = { kind: 'expression'; text: string } | { kind: 'anything' } | { kind: 'nothing' };

/**
 * A full-text query for the passages that may hold all terms: a term of three letters or more by its groups, a shorter
 * one by all groups that begin with it. Every sign in a term is taken as it is.
 *
 * @param sql holds the vocabulary of the index as `temp.groups`.
 */
export function matchExpression(sql: DatabaseSync, terms: readonly string[]): Match {
  const groups = new Set<string>();
  const choices: string[] = [];
  for (const term of terms) {
    const letters = [...term];
    if (letters.length >= groupLength)
      for (let place = 0; place + groupLength <= letters.length && groups.size < groupLimit; place++)
        groups.add(letters.slice(place, place + groupLength).join(''));
    else if (!isPlainLetter(term)) {
      const beginnings = groupsBeginningWith(sql, term);
      if (beginnings.length === 0) return { kind: 'nothing' };
      if (beginnings.length <= beginningsLimit) choices.push(`(${beginnings.map(quote).join(' OR ')})`);
    }
  }
  const all = [...[...groups].map(quote), ...choices];
  return all.length > 0 ? { kind: 'expression', text: all.join(' AND ') } : { kind: 'anything' };
}

/** One letter of ASCII begins so many groups that they take longer to find than the passages. */
const isPlainLetter = (term: string) => term.length === 1 && term < '\x80';

const groupsBeginningWith = (sql: DatabaseSync, term: string): string[] =>
  sql
    .prepare('SELECT term FROM temp.groups WHERE term >= ? AND term < ? LIMIT ?')
    .all(term, `${term}\u{10ffff}`, beginningsLimit + 1)
    .map((row) => String(row.term));

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
