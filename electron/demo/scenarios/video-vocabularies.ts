import { asText, type JsonRecord } from '../json-value.ts';
import type { Fault } from './fault.ts';
import { percentOf, whenRead } from './video-fault.ts';

/** What a service calls the states on the way of a task, from its order to its end. */
interface Vocabulary {
  name: string;
  service: string;
  waiting: readonly string[];
  working: readonly string[];
  done: string;
}

const vocabularies: readonly Vocabulary[] = [
  { name: 'kling', service: 'Kling', waiting: ['submitted'], working: ['processing'], done: 'succeed' },
  {
    name: 'doubao',
    service: 'Doubao',
    waiting: ['pending', 'queued'],
    working: ['processing', 'running'],
    done: 'succeeded',
  },
  { name: 'jimeng', service: 'Jimeng', waiting: ['in_queue'], working: ['generating'], done: 'done' },
  { name: 'vidu', service: 'Vidu', waiting: ['created', 'queueing'], working: ['processing'], done: 'success' },
  { name: 'hailuo', service: 'Hailuo', waiting: ['Preparing', 'Queueing'], working: ['Processing'], done: 'Success' },
  { name: 'ali', service: 'DashScope', waiting: ['PENDING'], working: ['RUNNING'], done: 'SUCCEEDED' },
  {
    name: 'new-api',
    service: 'new-api',
    waiting: ['NOT_START', 'SUBMITTED', 'QUEUED'],
    working: ['IN_PROGRESS'],
    done: 'SUCCESS',
  },
  {
    name: 'plain',
    service: 'others',
    waiting: ['scheduled', 'initializing'],
    working: ['rendering', 'active'],
    done: 'finished',
  },
];

/** Up to this percentage a task waits. */
const waitingPercent = 30;

const wordAt = (words: readonly string[], share: number): string =>
  words[Math.min(words.length - 1, Math.floor(share * words.length))] ?? '';

function wordFor({ waiting, working, done }: Vocabulary, record: JsonRecord): string {
  const percent = percentOf(record);
  const isOver = percent >= 100 && /^(?:completed|SUCCESS)$/.test(asText(record.status));
  if (isOver) return done;
  return percent < waitingPercent
    ? wordAt(waiting, percent / waitingPercent)
    : wordAt(working, (percent - waitingPercent) / (100 - waitingPercent));
}

const spoken = (vocabulary: Vocabulary): Fault =>
  whenRead(
    `words-${vocabulary.name}`,
    `Words of ${vocabulary.service}`,
    `The states are ${[...vocabulary.waiting, ...vocabulary.working, vocabulary.done].join(', ')}.`,
    (record) => ({ ...record, status: wordFor(vocabulary, record) }),
  );

/** From this percentage on a task that ends badly has ended. */
const badPercent = 40;

const endsAs = (name: string, title: string, about: string, status: string, reason: string | null): Fault =>
  whenRead(name, title, about, (record) => {
    if (percentOf(record) < badPercent) return record;
    const isObject = 'metadata' in record;
    const error =
      reason === null ? {} : isObject ? { error: { code: status, message: reason } } : { fail_reason: reason };
    const address = isObject ? { metadata: { url: '' } } : { result_url: '' };
    return { ...record, ...error, ...address, status, progress: isObject ? 100 : '100%' };
  });

/** The words that the services behind gateways use, which gateways pass on. */
export const videoVocabularyFaults: readonly Fault[] = [
  ...vocabularies.map(spoken),
  endsAs(
    'moderated',
    'Stopped by moderation',
    'The task ends as moderated at two fifths of its way.',
    'moderated',
    'The output was flagged by our safety system',
  ),
  endsAs('cancelled', 'Cancelled', 'The operator cancels the task at two fifths of its way.', 'canceled', null),
  endsAs('expired', 'Expired', 'The task expires at two fifths of its way.', 'expired', null),
  endsAs(
    'timed-out',
    'Timed out',
    'The gateway gives the task up at two fifths of its way, in Chinese.',
    'FAILURE',
    '任务超时（1440分钟）',
  ),
];
