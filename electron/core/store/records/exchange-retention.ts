import type { DatabaseSync } from 'node:sqlite';
import * as exchanges from '#shared/contract/exchanges.ts';
import { createCoreFacts } from '../core-facts.ts';

type Retention = exchanges.Retention;

/** What holds until the person chooses something else. */
export const defaultRetention: Retention = { days: 30, exchanges: 20_000, bytes: 2 * 1024 ** 3 };

/** How long exchanges are kept, as the person chose it. */
export interface RetentionChoice {
  read(): Retention;
  write(choice: Retention): void;
}

const factName = 'retention';

export function openRetention(sql: DatabaseSync): RetentionChoice {
  const facts = createCoreFacts({ sql });
  return {
    read() {
      const chosen = exchanges.retention.safeParse(parsed(facts.read(factName)));
      return chosen.success ? chosen.data : defaultRetention;
    },
    write: (choice) => facts.write(factName, JSON.stringify(choice)),
  };
}

/** A row saved from a damaged file may hold anything. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
