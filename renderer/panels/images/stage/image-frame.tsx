import { dragOut } from '../../../lib/files/drag-out.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ProgressRing } from '../../../ui/feedback/progress.tsx';
import { StoredImage } from '../image-files/stored-image.tsx';
import { type Call, type Generation, imagesOf, isRunning, pendingPreviews } from '../model/generation.ts';
import { countRequested, type ImageSpec } from '../model/image-spec.ts';
import s from './result-view.module.css';

interface ImageFrameProps {
  generation: Generation;
  chosen: number;
  onChosenChange: (index: number) => void;
}

/** The selected image large, the others below it; while it runs, previews in the places of the final images. */
export function ImageFrame({ generation, chosen, onChosenChange }: ImageFrameProps) {
  const t = useStrings().images.result;
  const images = imagesOf(generation);
  const image = images[Math.min(chosen, images.length - 1)];
  const running = isRunning(generation);
  const previews = generation.calls.flatMap((call, index) =>
    pendingPreviews(call).map((preview) => ({ ...preview, key: `${index}.${preview.index}`, call })),
  );
  if (generation.order.routeId === 'edits' && images.length === 0) return null;
  return (
    <div className={s.frame}>
      {image && (
        <figure className={s.large} {...dragOut(image.file)}>
          {image.file ? (
            <StoredImage
              key={image.file.id}
              fileId={image.file.id}
              label={t.pictureOf(image.index + 1, images.length, generation.order.prompt)}
              eager
            />
          ) : (
            <p className={s.unstored}>{image.url ? t.unfetched(image.url) : t.unstored}</p>
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
              <StoredImage fileId={file.id} label={t.preview(partial + 1)} eager />
              <span className={s.mark}>{call.state === 'running' ? t.preview(partial + 1) : t.onlyPreview}</span>
            </li>
          ))}
        </ul>
      )}
      {running && images.length === 0 && previews.length === 0 && (
        <div className={s.waiting}>
          <Waiting calls={generation.calls} order={generation.order} />
        </div>
      )}
      {images.length > 1 && (
        <ul className={s.strip} aria-label={t.pictures}>
          {images.map(({ index, file }) => (
            <li key={index}>
              <button
                type="button"
                {...dragOut(file)}
                className={s.choice}
                aria-pressed={index === image?.index}
                aria-label={t.choose(index + 1)}
                onClick={() => onChosenChange(index)}
              >
                {file && <StoredImage fileId={file.id} label="" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Waiting({ calls, order }: { calls: readonly Call[]; order: ImageSpec }) {
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
            : t.waitingFor(countRequested(order), calls.length, 'stream' in order.fields)}
        </span>
      </p>
    </>
  );
}
