import { asText, type JsonRecord } from '#demo/json-value.ts';
import { type Effect, faultsOf } from '#demo/scenarios/fault.ts';
import { percentOf, whenRead } from '#demo/scenarios/video-faults.ts';

/** A service's names for the states of a task, from submission to end. */
interface Vocabulary {
  name: string;
  service: string;
  waiting: readonly string[];
  working: readonly string[];
  done: string;
}

/** One line each: name, service, words for queued, words for running, the word for success. */
const vocabularies = `
  kling | Kling | submitted | processing | succeed
  doubao | Doubao | pending queued | processing running | succeeded
  jimeng | Jimeng | in_queue | generating | done
  vidu | Vidu | created queueing | processing | success
  hailuo | Hailuo | Preparing Queueing | Processing | Success
  ali | DashScope | PENDING | RUNNING | SUCCEEDED
  new-api | new-api | NOT_START SUBMITTED QUEUED | IN_PROGRESS | SUCCESS
  plain | others | scheduled initializing | rendering active | finished`
  .trim()
  .split('\n')
  .map((line): Vocabulary => {
    const [name = '', service = '', waiting = '', working = '', done = ''] = line.split('|').map((cell) => cell.trim());
    return { name, service, waiting: waiting.split(' '), working: working.split(' '), done };
  });

/** Up to this percentage a task is queued. */
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

/** From this percentage on, a failing task has failed. */
const badPercent = 40;

const endsAs = (status: string, reason: string | null): Effect =>
  whenRead((record) => {
    if (percentOf(record) < badPercent) return record;
    const isObject = 'metadata' in record;
    const error =
      reason === null ? {} : isObject ? { error: { code: status, message: reason } } : { fail_reason: reason };
    const address = isObject ? { metadata: { url: '' } } : { result_url: '' };
    return { ...record, ...error, ...address, status, progress: isObject ? 100 : '100%' };
  });

/** The status words of the services behind gateways, which gateways pass on. */
export const videoVocabularyFaults = faultsOf(
  `${vocabularies.map(({ name }) => `  video-words-${name} | video`).join('\n')}
  video-moderated | video
  video-cancelled | video
  video-expired | video
  video-timed-out | video
`,
  {
    'video-moderated': endsAs('moderated', 'The output was flagged by our safety system'),
    'video-cancelled': endsAs('canceled', null),
    'video-expired': endsAs('expired', null),
    'video-timed-out': endsAs('FAILURE', '任务超时（1440分钟）'),
    ...Object.fromEntries(
      vocabularies.map((vocabulary) => [
        `video-words-${vocabulary.name}`,
        whenRead((record) => ({ ...record, status: wordFor(vocabulary, record) })),
      ]),
    ),
  },
);
