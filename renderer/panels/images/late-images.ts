import type { Client } from '#shared/contract/index.ts';
import { readyRule } from '#shared/contract/ready-rules.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { Call, Generation, MadeImage } from './model/generation.ts';

interface LateImagesParts {
  client: Pick<Client, 'exchanges' | 'tasks'>;
  read(id: string): Generation | undefined;
  putCall(id: string, index: number, call: Call): void;
  /** Fills in what is read from the bytes of an image. */
  measured(image: MadeImage): Promise<MadeImage>;
  /** Saves a generation whose images have changed. */
  onChanged(id: string): Promise<void>;
}

/** Images that arrive after their request is over: downloaded again, or made by a task. */
export interface LateImages {
  /** @throws AppError when the image still cannot be downloaded. */
  retryDownload(id: string, image: number): Promise<void>;
  /**
   * Follows the task of a call; does nothing while it is followed.
   *
   * @throws AppError when it cannot be followed.
   */
  followTask(id: string, index: number): Promise<void>;
  /** Adds the results of the task of a call; those it already has are skipped. */
  takeResults(id: string, index: number, files: readonly FileRef[]): Promise<void>;
}

export function createLateImages({ client, read, putCall, measured, onChanged }: LateImagesParts): LateImages {
  return {
    async retryDownload(id, image) {
      const place = read(id) && placeOf(read(id) as Generation, image);
      if (!place?.call.exchangeId || !place.picture.url) return;
      const file = await client.exchanges.fetchMedia({ id: place.call.exchangeId, url: place.picture.url });
      const whole = await measured({ ...place.picture, file });
      const call = read(id)?.calls[place.index];
      if (!call) return;
      const warnings = withoutOne(call.warnings, ({ code }) => code === 'not-kept');
      putCall(id, place.index, { ...call, warnings, pictures: call.pictures.with(place.at, whole) });
      await onChanged(id);
    },
    async followTask(id, index) {
      const generation = read(id);
      const task = generation?.calls[index]?.task;
      if (!generation || !task || task.rowId !== null) return;
      const { connectionId, keyId, prompt, model } = generation.order;
      const submitExchangeId = generation.calls[index]?.exchangeId ?? null;
      const adopted = await client.tasks.adopt({
        ...{ connectionId, family: 'custom', taskId: task.taskId, rule: readyRule('images') },
        ...(keyId && { keyId }),
        prompt,
        ...(model && { model }),
        ...(submitExchangeId && { submitExchangeId }),
      });
      const call = read(id)?.calls[index];
      if (call?.task) putCall(id, index, { ...call, task: { ...call.task, rowId: adopted.id } });
      await onChanged(id);
    },
    async takeResults(id, index, files) {
      const call = read(id)?.calls[index];
      const has = (file: FileRef) => call?.pictures.some((picture) => picture.file?.id === file.id);
      const fresh = files.filter((file) => file.type.startsWith('image/') && !has(file));
      if (!call || fresh.length === 0) return;
      const images = await Promise.all(fresh.map((file, at) => measured(imageOfFile(file, call.pictures.length + at))));
      const now = read(id)?.calls[index] ?? call;
      putCall(id, index, { ...now, pictures: [...now.pictures, ...images] });
      await onChanged(id);
    },
  };
}

/** Finds an image of a generation by its number among all of its calls. */
function placeOf({ calls }: Generation, image: number) {
  let before = 0;
  for (const [index, call] of calls.entries()) {
    const at = image - before;
    const picture = call.pictures[at];
    if (picture) return { index, call, at, picture };
    before += call.pictures.length;
  }
  return null;
}

function withoutOne<T>(list: readonly T[], is: (entry: T) => boolean): T[] {
  const at = list.findIndex(is);
  return at === -1 ? [...list] : list.toSpliced(at, 1);
}

const imageOfFile = (file: FileRef, index: number): MadeImage => ({
  ...{ index, file, url: null, mediaType: file.type, width: null, height: null },
  ...{ revisedPrompt: null, size: null, quality: null, background: null },
});
