import { strings } from '../i18n/strings.ts';
import type { TextsProblem } from './text-column.ts';

/** Skipped entries are reported this many times at most. */
const maxProblems = 200;

/** Collects what is wrong with a text: as many problems as are shown, and the number of all others. */
export interface Problems {
  add(line: number, message: string): void;
  /** Returns the first of them in the order of their lines, and how many more there are. */
  all(): TextsProblem[];
}

export function createProblems(): Problems {
  let found: TextsProblem[] = [];
  let dropped = 0;
  const cut = (most: number) => {
    if (found.length <= most) return;
    found.sort((one, other) => one.line - other.line);
    dropped += found.length - maxProblems;
    found = found.slice(0, maxProblems);
  };
  return {
    add(line, message) {
      found.push({ line, message });
      cut(10 * maxProblems);
    },
    all() {
      found.sort((one, other) => one.line - other.line);
      cut(maxProblems);
      const last = found.at(-1)?.line ?? 0;
      return dropped === 0 ? found : [...found, { line: last, message: strings().texts.reading.more(dropped) }];
    },
  };
}
