import { ImagePlus, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { chooseFiles } from '../../../lib/files/files.ts';
import { StoredImage } from '../../../lib/generation/stored-image.tsx';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { ProgressRing } from '../../../ui/feedback/progress.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { moveInput, removeInput, useForm } from '../form.ts';
import type { InputImage } from '../model/image-spec.ts';
import { useMaxInputBytes } from '../use-image-spec.ts';
import s from './composer.module.css';
import {
  dismissHeld,
  type HeldInput,
  importHeld,
  importInputs,
  inputUploads,
  intake,
  maxInputs,
  type UnfitReason,
} from './import-inputs.ts';

/** Types offered by the file dialog; those that edit routes refuse can be converted. */
const acceptedTypes = 'image/png,image/jpeg,image/webp,image/gif,image/bmp,image/avif';

/** The drag type of an input; the data is its index. */
const dragType = 'application/x-patchbay-input';

/** The images to edit, and above them the files that were rejected as inputs. */
export function EditInputs() {
  return (
    <>
      <HeldInputs />
      <InputStrip />
    </>
  );
}

/** The images to edit, in their order. The mask belongs to the first. */
function InputStrip() {
  const t = useStrings().images.inputs;
  const inputs = useForm((form) => form.inputs);
  const largest = useMaxInputBytes();
  const arriving = useStore(intake, (state) => state.arriving);
  const [over, setOver] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= inputs.length || from === to) return;
    moveInput(from, to);
    announce(t.moved(to + 1, inputs.length));
    // Focus follows the moved image to its new place.
    requestAnimationFrame(() => list.current?.children[to]?.querySelector('button')?.focus());
  };
  const browse = async () => importInputs(await chooseFiles({ accept: acceptedTypes }), largest);
  const onDrop = (event: DragEvent, to: number) => {
    const from = event.dataTransfer.getData(dragType);
    setOver(null);
    if (from === '') return;
    event.preventDefault();
    event.stopPropagation();
    move(Number(from), to);
  };

  return (
    <div className={s.strip}>
      <ol ref={list} className={s.list} aria-label={t.list}>
        {inputs.map((input, index) => (
          <li
            key={input.file.id}
            className={s.item}
            data-over={over === index}
            draggable
            onDragStart={(event) => event.dataTransfer.setData(dragType, String(index))}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes(dragType)) return;
              event.preventDefault();
              setOver(index);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => onDrop(event, index)}
          >
            <InputThumb input={input} index={index} count={inputs.length} onMove={move} />
          </li>
        ))}
      </ol>
      {arriving > 0 && <ProgressRing value={null} label={t.arriving(arriving)} size={20} />}
      {inputs.length < maxInputs && (
        <button
          type="button"
          className={s.add}
          data-place="input"
          onClick={() => void browse()}
          aria-label={t.add}
          title={t.add}
        >
          <Icon of={ImagePlus} />
          {inputs.length === 0 && <span>{t.add}</span>}
        </button>
      )}
    </div>
  );
}

interface InputThumbProps {
  input: InputImage;
  index: number;
  count: number;
  onMove: (from: number, to: number) => void;
}

function InputThumb({ input: { file, width, height }, index, count, onMove }: InputThumbProps) {
  const t = useStrings().images.inputs;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') removeInput(file.id);
    else if (step === undefined) return;
    else onMove(index, index + step);
    event.preventDefault();
  };
  const size = width && height ? `${width} × ${height}` : t.sizeUnknown;
  return (
    <>
      <button
        type="button"
        className={s.thumb}
        aria-label={t.place(index + 1, count, file.name, size)}
        title={`${file.name} · ${size}`}
        onClick={() => onMove(index, 0)}
        onKeyDown={onKeyDown}
      >
        <StoredImage fileId={file.id} label="" />
        <span className={s.place}>{index + 1}</span>
      </button>
      <span className={s.remove}>
        <IconButton
          label={t.remove(file.name)}
          size="sm"
          icon={<Icon of={X} size="xs" />}
          onClick={() => removeInput(file.id)}
        />
      </span>
    </>
  );
}

/** Files that were rejected, each with the reason and the options. */
function HeldInputs() {
  const t = useStrings().images.inputs;
  const held = useStore(intake, (state) => state.held);
  const uploads = useStore(inputUploads.store, (state) => state.uploads);
  const failed = uploads.filter(({ failure }) => failure !== null);
  if (held.length + failed.length === 0) return null;
  return (
    <div className={layout.stackTight} role="alert">
      {held.map((one) => (
        <HeldNote key={one.id} held={one} />
      ))}
      {failed.map(({ id, failure }) => (
        <Note
          key={id}
          intent="bad"
          action={
            <Button size="sm" onClick={() => inputUploads.remove(id)}>
              {t.leave}
            </Button>
          }
        >
          {failure?.message}
        </Note>
      ))}
    </div>
  );
}

function HeldNote({ held: { id, file, inspection, busy } }: { held: HeldInput }) {
  const t = useStrings().images.inputs;
  return (
    <Note
      intent={inspection.kind === 'unfit' ? 'warn' : 'bad'}
      action={
        <span className={s.offers}>
          {'canConvert' in inspection && inspection.canConvert && (
            <Button size="sm" intent="primary" busy={busy} onClick={() => void importHeld(id, 'converted')}>
              {inspection.kind === 'foreign' || inspection.reason === 'format' ? t.convert : t.shrink}
            </Button>
          )}
          {inspection.kind === 'unfit' && (
            <Button size="sm" busy={busy} onClick={() => void importHeld(id, 'as-it-is')}>
              {t.asItIs}
            </Button>
          )}
          <Button size="sm" onClick={() => dismissHeld(id)}>
            {t.leave}
          </Button>
        </span>
      }
    >
      <HeldReason file={file} inspection={inspection} />
    </Note>
  );
}

function HeldReason({ file, inspection }: Pick<HeldInput, 'file' | 'inspection'>) {
  const t = useStrings().images.inputs;
  if (inspection.kind === 'failed') return inspection.message;
  if (inspection.kind === 'too-many') return t.tooMany(file.name);
  if (inspection.kind === 'refused') return t.refused[inspection.reason](file.name);
  if (inspection.kind === 'foreign') return t.foreign(file.name, inspection.format, inspection.canConvert);
  const { width, height, type } = inspection.head;
  const format = type.replace('image/', '').toUpperCase();
  const about: Record<UnfitReason, string> = {
    'too-large': formatBytes(file.size),
    format,
    incomplete: format,
    damaged: format,
    'too-many-pixels': `${formatNumber(width ?? 0)} × ${formatNumber(height ?? 0)}`,
  };
  return t.unfit[inspection.reason](file.name, about[inspection.reason]);
}
