import { Columns2, Download } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { saveFile } from '../../../lib/files/files.ts';
import type { PixelSize } from '../../../lib/generation/image-settings.ts';
import { ImageViewer } from '../../../lib/generation/image-viewer.tsx';
import { StoredImage } from '../../../lib/generation/stored-image.tsx';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { ProgressRing } from '../../../ui/feedback/progress.tsx';
import { imageStore } from '../images.ts';
import { expectedSize, type Generation, type MadeImage, type Slot } from '../model/generation.ts';
import { countRequested } from '../model/image-spec.ts';
import s from './result-view.module.css';

interface ResultImagesProps {
  generation: Generation;
  slots: readonly Slot[];
  /** Position of the slot that is shown. */
  at: number;
  onAtChange: (at: number) => void;
  /** Shows the next or the previous image, of another generation if necessary; `null` at the ends of the gallery. */
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  /** Opens the comparison with the input; absent where there is none. */
  onCompare?: (() => void) | undefined;
}

/**
 * The selected image in the viewer, and all of them below it. Each requested image has its place from the start, so that
 * nothing moves when it arrives.
 */
export function ResultImages({ generation, slots, at, onAtChange, onNext, onPrevious, onCompare }: ResultImagesProps) {
  const t = useStrings().images.result;
  const [measured, setMeasured] = useState<{ of: string; size: PixelSize }>();
  const slot = slots[at];
  if (!slot) return null;
  const file = fileOf(slot);
  const of = `${generation.id} ${at} ${file?.id ?? ''}`;
  const { width, height } = slot.kind === 'image' ? slot.image : { width: null, height: null };
  const known = width && height ? { width, height } : measured?.of === of ? measured.size : null;
  const images = slots.filter(({ kind }) => kind === 'image').length;
  return (
    <>
      <ImageViewer
        of={of}
        size={known ?? expectedSize(generation)}
        file={slot.kind === 'image' ? file : null}
        label={t.viewer(at + 1, slots.length)}
        onNext={onNext}
        onPrevious={onPrevious}
        mark={
          slot.kind === 'preview'
            ? slot.call.state === 'running'
              ? t.preview(slot.preview.partial + 1)
              : t.onlyPreview
            : undefined
        }
        actions={
          slot.kind === 'image' &&
          file && (
            <>
              {onCompare && (
                <IconButton
                  label={t.beforeAfter}
                  size="sm"
                  icon={<Icon of={Columns2} size="s" />}
                  onClick={onCompare}
                />
              )}
              <IconButton
                label={t.save}
                size="sm"
                icon={<Icon of={Download} size="s" />}
                onClick={() => void saveFile(file)}
              />
            </>
          )
        }
      >
        <SlotImage slot={slot} generation={generation} count={images} onSize={(size) => setMeasured({ of, size })} />
      </ImageViewer>
      {slots.length > 1 && (
        <ul className={s.strip} aria-label={t.pictures}>
          {slots.map((one, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is known by its position
            <li key={position}>
              <button
                type="button"
                {...dragOut(one.kind === 'image' ? fileOf(one) : null)}
                className={s.choice}
                aria-pressed={position === at}
                aria-label={t.choose(position + 1)}
                onClick={() => onAtChange(position)}
              >
                <SlotThumb slot={one} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const fileOf = (slot: Slot) =>
  slot.kind === 'image' ? slot.image.file : slot.kind === 'preview' ? slot.preview.file : null;

function SlotThumb({ slot }: { slot: Slot }) {
  const t = useStrings().images.result;
  const file = fileOf(slot);
  const isRunning = slot.kind !== 'image' && slot.call.state === 'running';
  return (
    <>
      {file && <StoredImage fileId={file.id} label="" />}
      {isRunning && <ProgressRing value={null} label={t.waiting} size={20} />}
    </>
  );
}

interface SlotImageProps {
  slot: Slot;
  generation: Generation;
  /** Images of the generation. */
  count: number;
  onSize?: (size: PixelSize) => void;
}

/** What is known of one requested image: the image itself, its newest preview, or how far it is. */
export function SlotImage({ slot, generation, count, onSize }: SlotImageProps) {
  const t = useStrings().images.result;
  const file = fileOf(slot);
  if (!file) return <EmptySlot slot={slot} generation={generation} />;
  const label =
    slot.kind === 'image'
      ? t.pictureOf(slot.image.index + 1, count, generation.order.prompt)
      : t.preview(slot.kind === 'preview' ? slot.preview.partial + 1 : 1);
  return <StoredImage key={file.id} fileId={file.id} label={label} onSize={onSize} eager />;
}

/** What takes the place of an image that has not arrived, or could not be stored. */
function EmptySlot({ slot, generation: { id, calls, order } }: { slot: Slot; generation: Generation }) {
  const t = useStrings().images.result;
  if (slot.kind === 'image') return <UnstoredImage generationId={id} image={slot.image} />;
  const { call } = slot;
  const upload = call.stage === 'sending' ? call.sending : null;
  return (
    <div className={s.waiting}>
      <ProgressRing value={upload ? upload.sentBytes / upload.totalBytes : null} label={t.waiting} size={40} />
      <p role="status">
        <b>{call.stage ? t.stages[call.stage] : t.waiting}</b>
        <span aria-hidden={Boolean(upload)}>
          {upload
            ? t.uploading(formatBytes(upload.sentBytes), formatBytes(upload.totalBytes))
            : t.waitingFor(countRequested(order), calls.length, 'stream' in order.fields)}
        </span>
      </p>
    </div>
  );
}

/** What takes the place of an image that was not stored, with another try where its URL is known. */
function UnstoredImage({ generationId, image: { url, index } }: { generationId: string; image: MadeImage }) {
  const t = useStrings().images.result;
  const retry = useAction(() => imageStore().late.retryDownload(generationId, index));
  return (
    <div className={s.unstored}>
      <p>{url ? t.unfetched(url) : t.unstored}</p>
      {url && (
        <Button size="sm" busy={retry.busy} onClick={() => void retry.run()}>
          {t.retryDownload}
        </Button>
      )}
      {retry.failure && (
        <p role="alert">
          <FailureText failure={retry.failure} alone brief />
        </p>
      )}
    </div>
  );
}
