import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import { asObject, parseJson } from '#shared/protocol/json.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { ruleRequest } from '#shared/protocol/task-rule.ts';
import { recordedBase64 } from '../../media/recorded-base64.ts';
import { mediaForm } from '../../readers/intake/media-signature.ts';
import { bodyPlaceOf } from '../../readers/intake/payload-cutter.ts';
import { resultsIn } from '../../readers/task-results.ts';
import { readByRule, type TaskReport, textAt } from '../polling/read-by-rule.ts';
import { customDraft, requestTaskState, waysOf } from '../polling/request-task-state.ts';
import type { TaskParts } from '../ports.ts';
import { type StoredTask, savesAll } from '../stored-task.ts';

type InlineParts = Pick<TaskParts, 'exchanges' | 'files'>;

/** Base64 characters that are enough to detect a format. */
const telltale = 96;

/**
 * Saves the results embedded in a task record as base64, the first one or all as its rule says, from the recorded response that contained it; where that was
 * deleted, the record is requested once more, because nothing of that size is stored with the task. What is too large to
 * be read at once is read from the recorded response, chunk by chunk.
 */
export async function fetchInline(
  task: StoredTask,
  parts: InlineParts,
  signal: AbortSignal,
): Promise<InlineResult | { failure: Failure }> {
  const recorded = await recordedReport(task, parts.exchanges);
  const [way] = waysOf(task);
  const polled = recorded ?? (way ? await requestTaskState(task, way, parts.exchanges, signal) : null);
  if (polled?.kind === 'failed') return { failure: polled.failure };
  if (polled?.kind !== 'reported') return { failure: notThere };
  const { exchangeId, report } = polled;
  const saved: FileRef[] = [];
  let failed: Failure | null = null;
  for (const [at, address] of inlineOf(report).entries()) {
    const [first] = saved;
    if (first && !savesAll(task, first)) break;
    try {
      saved.push(await save(task, { address, at }, exchangeId, parts));
    } catch (thrown) {
      failed ??= { ...AppError.from(thrown), exchangeId };
    }
  }
  const [file, ...more] = saved;
  if (file === undefined) return { failure: failed ?? notThere };
  return { file, more, exchangeId, ...(failed && { missing: failed }) };
}

/** The results in a record: the first one and the others, and why one of them could not be saved. */
interface InlineResult {
  file: FileRef;
  more: FileRef[];
  exchangeId: string | null;
  missing?: Failure;
}

const inlineOf = ({ resultUrls }: TaskReport): string[] => resultUrls.filter((one) => /^data:/i.test(one));

/** Reads the newest recorded response about a task again; `null` when it is gone, or contains no result. */
async function recordedReport(
  { depth }: StoredTask,
  { replay }: Pick<TaskParts['exchanges'], 'replay'>,
): Promise<{ kind: 'reported'; report: TaskReport; exchangeId: string } | null> {
  const exchangeId = depth.lastPollExchangeId ?? depth.submitExchangeId;
  if (exchangeId === null) return null;
  try {
    let report: TaskReport | null = null;
    for await (const part of replay(exchangeId)) {
      if (part.type === 'task-state') report = part;
      if (part.type === 'raw-event' && depth.rule) report = readByRule(part.data, depth.rule);
    }
    return report && inlineOf(report).length > 0 ? { kind: 'reported', report, exchangeId } : null;
  } catch {
    // It was deleted from the history.
    return null;
  }
}

/**
 * Requests the result of a task at the path of its rule. The response is the file, or JSON with its address.
 *
 * @returns the saved file, or addresses at which it is, best first.
 */
export async function requestResult(
  task: StoredTask,
  { perform }: Pick<TaskParts['exchanges'], 'perform'>,
  signal: AbortSignal,
): Promise<{ file: FileRef; exchangeId: string } | { addresses: string[] } | { failure: Failure }> {
  const { facts, depth } = task;
  const record = parseJson(depth.record ?? '');
  const valueAt = (name: string) => (name === 'id' ? facts.taskId : textAt(record, name));
  const draft = customDraft(task, 'GET', ruleRequest(depth.rule?.resultPath?.trim() ?? '', undefined, valueAt));
  let file: FileRef | null = null;
  let document: unknown;
  for await (const part of perform(draft, { signal, repeat: false })) {
    if (part.type === 'file' && !part.partial) file = part.ref;
    if (part.type === 'raw-event') document = parseJson(part.data);
    if (part.type !== 'run-end') continue;
    if (part.error) return { failure: part.error };
    if (file) return { file, exchangeId: part.exchangeId };
  }
  const body = asObject(document);
  const addresses = (body ? resultsIn(body, 'any') : []).filter((one) => !/^data:/i.test(one));
  return addresses.length > 0 ? { addresses } : { failure: notThere };
}

/** @param inline the address of a result, and its place among those of the task. */
async function save(
  { facts }: StoredTask,
  { address, at }: { address: string; at: number },
  exchangeId: string,
  { exchanges, files }: InlineParts,
) {
  const comma = address.indexOf(',');
  const base64 = address.slice(comma + 1);
  if (comma === -1 || !/;\s*base64\s*$/i.test(address.slice(0, comma))) throw new AppError(notMedia);
  const form = mediaForm(Buffer.from(base64.slice(0, telltale), 'base64'), true);
  if (!form) throw new AppError(notMedia);
  const place = bodyPlaceOf(base64);
  const bytes = place
    ? recordedBase64((offset, length) => exchanges.bytes(exchangeId, offset, length), place)
    : [Buffer.from(base64, 'base64')];
  const name = `${facts.taskId ?? facts.id}${at === 0 ? '' : `-${at + 1}`}.${form.ending}`;
  return files.admit({ name, type: form.mediaType, sizeBytes: null }, bytes);
}

const notThere = failure('wrong-type', 'The recorded response no longer contains the result.', {
  hint: 'See the recorded response, then download the result again.',
});
const notMedia = failure('wrong-type', 'The recorded result is not a video, an image or audio.', {
  effect: 'not-saved',
  hint: 'See the recorded response.',
});
