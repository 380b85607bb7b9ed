import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { Database } from '../store/database.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';
import { storageFault } from '../store/storage-failure.ts';
import { type RequestedAmount, requestedAmount } from './asked-for.ts';
import { createLimitRows } from './limit-rows.ts';
import { readRefusal } from './read-refusal.ts';

interface LimitParts {
  db: Pick<Database, 'sql'>;
  announce: (change: Change) => void;
}

export interface Limits {
  area: Core['limits'];
  /** Learns from an exchange that ended: a refusal that names a limit, or a success that disproves one. Never throws. */
  learn(ended: RecordedExchange, readRequest: () => string | null): void;
}

/** Characters of a gateway's words that are kept. */
const saidCharacters = 1_000;

/** Limits that no document names: learned from refusals, and forgotten when what was refused works after all. */
export function createLimits({ db, announce }: LimitParts): Limits {
  const rows = createLimitRows(db);

  /** True when something changed. */
  function take(ended: RecordedExchange, text: () => string | null): boolean {
    const { connectionId, routeId, model, failure, request } = ended;
    // What one path refuses says nothing about another.
    if (routeId === 'custom') return false;
    const asked = requestedAmount({ ...request, text });
    if (ended.state === 'done' || ended.state === 'done-with-warnings') {
      const known = rows.list({ connectionId, routeId, model });
      const disproved = known.filter(
        (limit) => (limit.model === null || limit.model === model) && isDisproved(limit, asked),
      );
      rows.remove(disproved.map(({ id }) => id));
      return disproved.length > 0;
    }
    const lesson = failure === null || ended.sent === 'not-sent' ? null : readRefusal(failure, asked);
    if (lesson === null || failure === null) return false;
    const { isGeneral, ...learned } = lesson;
    return rows.note({
      ...learned,
      connectionId,
      routeId,
      model: isGeneral ? null : model,
      said: (failure.gatewayMessage ?? failure.message).slice(0, saidCharacters),
      seenAt: ended.startedAt + (ended.durationMs ?? 0),
      exchangeId: ended.id,
    });
  }

  return {
    area: {
      list: ({ connectionId, routeId, model }) => rows.list({ connectionId, routeId, model }),
      forget({ id }) {
        rows.remove([id]);
        announce({ area: 'limits' });
      },
    },
    learn(ended, readRequest) {
      try {
        if (take(ended, readRequest)) announce({ area: 'limits', id: ended.connectionId });
      } catch (thrown) {
        // What could not be learned now will be said again by the next refusal.
        if (storageFault(thrown) === null) throw thrown;
      }
    },
  };
}

/** Whether a request that succeeded did what a limit says can not be done. */
function isDisproved({ kind, field, refused }: LearnedLimit, asked: RequestedAmount): boolean {
  switch (kind) {
    case 'largest-body': {
      const file = asked.files.find((one) => one.field === field);
      return Number(refused) <= (file?.sizeBytes ?? (field === null ? asked.bodyBytes : 0));
    }
    case 'unknown-parameter':
      return field !== null && asked.has(field);
    case 'unknown-value':
      return field !== null && asked.valueOf(field) === refused;
    case 'unsupported-format':
      return asked.files.some(
        ({ field: name, type, name: file }) =>
          (field === null || name === field) && (type === refused || file.toLowerCase().endsWith(`.${refused}`)),
      );
  }
}
