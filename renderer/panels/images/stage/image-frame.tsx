import { dragOut } from '../../../lib/files/drag-out.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { StoredPicture } from '../image-files/stored-image.tsx';
import { type Call, type Generation, isRunning, openPreviews, picturesOf } from '../model/generation.ts';
import { countAsked, type ImageOrder } from '../model/image-order.ts';
import s from './image-frame.module.css';

interface PictureFrameProps {
  generation: Generation;
  chosen: number;
  onChosenChange: (index: number) => void;
}

/** The chosen picture large, the others below it; while it runs, the previews in the places of what they will be. */
export function PictureFrame({ generation, chosen, onChosenChange }: PictureFrameProps) {
  const t = useStrings().images.result;
  const pictures = picturesOf(generation);
  const picture = pictures[Math.min(chosen, pictures.length - 1)];
  const running = isRunning(generation);
  const previews = generation.calls.flatMap((call, index) =>
    openPreviews(call).map((preview) => ({ ...preview, key: `${index}.${preview.index}`, call })),
  );
  if (generation.order.routeId === 'edits' && pictures.length === 0) return null;
  return (
    <div className={s.frame}>
      {picture && (
        <figure className={s.large} {...dragOut(picture.file)}>
          {picture.file ? (
            <StoredPicture
              key={picture.file.id}
              fileId={picture.file.id}
              label={t.pictureOf(picture.index + 1, pictures.length, generation.order.prompt)}
              eager
            />
          ) : (
            <p className={s.unstored}>{picture.url ? t.unfetched(picture.url) : t.unstored}</p>
          )}
        </figure>
      )}
      {previews.length > 0 && (
        <ul className={s.previews} aria-label={t.previews}>
          {previews.map(({ key, file, partial, call }) => (
            <li
              key={key}
              className={s.preview}
              data-live={call.state === 'running'}
              data-partial={Math.min(partial, 3)}
            >
              <StoredPicture fileId={file.id} label={t.preview(partial + 1)} eager />
              <span className={s.mark}>{call.state === 'running' ? t.preview(partial + 1) : t.onlyPreview}</span>
            </li>
          ))}
        </ul>
      )}
      {running && pictures.length === 0 && previews.length === 0 && (
        <div className={s.waiting}>
          <Waiting calls={generation.calls} order={generation.order} />
        </div>
      )}
      {pictures.length > 1 && (
        <ul className={s.strip} aria-label={t.pictures}>
          {pictures.map(({ index, file }) => (
            <li key={index}>
              <button
                type="button"
                {...dragOut(file)}
                className={s.thumb}
                aria-pressed={index === picture?.index}
                aria-label={t.choose(index + 1)}
                onClick={() => onChosenChange(index)}
              >
                {file && <StoredPicture fileId={file.id} label="" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Waiting({ calls, order }: { calls: readonly Call[]; order: ImageOrder }) {
  const t = useStrings().images.result;
  const call = calls.find(({ state }) => state === 'running');
  const upload = call?.stage === 'sending' ? call.sending : null;
  return (
    <>
      <ProgressRing value={upload ? upload.sentBytes / upload.totalBytes : null} label={t.waiting} size={44} />
      <p role="status">
        <b>{call?.stage ? t.stages[call.stage] : t.waiting}</b>
        <span aria-hidden={Boolean(upload)}>
          {upload
            ? t.uploading(formatBytes(upload.sentBytes), formatBytes(upload.totalBytes))
            : t.waitingFor(countAsked(order), calls.length, 'stream' in order.fields)}
        </span>
      </p>
    </>
  );
}
