import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { recordedBase64 } from '../../media/recorded-base64.ts';
import { bodyPlaceOf } from '../../readers/intake/body-place.ts';
import { mediaForm } from '../../readers/intake/media-signature.ts';
import { requestTaskState, waysOf } from '../polling/ask-task.ts';
import type { TaskParts } from '../ports.ts';
import type { StoredTask } from '../stored-task.ts';

type InlineParts = Pick<TaskParts, 'exchanges' | 'files'>;

/** Signs of base64 that tell a format. */
const telltale = 96;

/**
 * Saves a film that stands in the record of a task as base64. The record is asked for once more, because nothing of that
 * size is kept with the task; what is too large to be read at once is taken from the recorded answer, piece by piece.
 */
export async function fetchInline(
  task: StoredTask,
  parts: InlineParts,
  signal: AbortSignal,
): Promise<{ file: FileRef; exchangeId: string | null } | { failure: Failure }> {
  const [way] = waysOf(task);
  const asked = way ? await requestTaskState(task, way, parts.exchanges, signal) : null;
  if (asked?.kind === 'failed') return { failure: asked.failure };
  const address = asked?.kind === 'told' ? asked.told.resultUrls.find((one) => /^data:/i.test(one)) : undefined;
  if (asked?.kind !== 'told' || address === undefined) return { failure: notThere };
  const { exchangeId } = asked;
  try {
    return { file: await save(task, address, exchangeId, parts), exchangeId };
  } catch (thrown) {
    return { failure: { ...AppError.from(thrown), exchangeId } };
  }
}

async function save({ facts }: StoredTask, address: string, exchangeId: string, { exchanges, files }: InlineParts) {
  const comma = address.indexOf(',');
  const base64 = address.slice(comma + 1);
  if (comma === -1 || !/;\s*base64\s*$/i.test(address.slice(0, comma))) throw new AppError(notMedia);
  const form = mediaForm(Buffer.from(base64.slice(0, telltale), 'base64'), true);
  if (!form) throw new AppError(notMedia);
  const place = bodyPlaceOf(base64);
  const bytes = place
    ? recordedBase64((offset, length) => exchanges.bytes(exchangeId, offset, length), place)
    : once(Buffer.from(base64, 'base64'));
  const name = `${facts.taskId ?? facts.id}.${form.ending}`;
  return files.admit({ name, type: form.mediaType, sizeBytes: null }, bytes);
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

const notThere = failure('wrong-type', 'The record of the task no longer holds its result.', {
  hint: 'Look at its record, then fetch the result again.',
});
const notMedia = failure('wrong-type', 'The result in the record is neither a film, a picture nor sound.', {
  hint: 'Look at its record. Nothing was saved.',
});
