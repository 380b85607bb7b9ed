import { ImagePlus, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { chooseFiles } from '../../../lib/files/files.ts';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/page/announce.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { moveInput, removeInput, useForm } from '../form.ts';
import { StoredImage } from '../image-files/stored-image.tsx';
import type { InputImage } from '../model/image-order.ts';
import s from './composer.module.css';
import type { UnfitReason } from './input-faults.ts';
import { type HeldInput, intake, letGo, mostInputs, takeHeld, takeInputs } from './take-inputs.ts';
import { useLargestInput } from './use-largest-input.ts';

/** What the dialog offers first; kinds that edit routes refuse can be converted. */
const taken = 'image/png,image/jpeg,image/webp,image/gif,image/bmp,image/avif';

/** The type under which an input is dragged; what it holds is its place. */
const dragType = 'application/x-patchbay-input';

/** The pictures that are edited, and above them what was held back of those that should be. */
export function EditInputs() {
  return (
    <>
      <HeldInputs />
      <InputStrip />
    </>
  );
}

/** The pictures that are edited, in their order. The first is the one that a mask is for. */
function InputStrip() {
  const t = useStrings().images.inputs;
  const inputs = useForm((form) => form.inputs);
  const largest = useLargestInput();
  const arriving = useStore(intake, (state) => state.arriving);
  const [over, setOver] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= inputs.length || from === to) return;
    moveInput(from, to);
    announce(t.moved(to + 1, inputs.length));
    // The place that was moved keeps the focus, wherever it is now.
    requestAnimationFrame(() => list.current?.children[to]?.querySelector('button')?.focus());
  };
  const browse = async () => takeInputs(await chooseFiles({ accept: taken }), largest);
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
      {inputs.length < mostInputs && (
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

/** Files that were not taken: why, and what can be done. */
function HeldInputs() {
  const held = useStore(intake, (state) => state.held);
  if (held.length === 0) return null;
  return (
    <div className={s.held} role="alert">
      {held.map((one) => (
        <HeldNote key={one.id} held={one} />
      ))}
    </div>
  );
}

function HeldNote({ held: { id, file, look, busy } }: { held: HeldInput }) {
  const t = useStrings().images.inputs;
  return (
    <Note
      intent={look.kind === 'unfit' ? 'warn' : 'bad'}
      action={
        <span className={s.offers}>
          {look.kind === 'unfit' && look.canRemake && (
            <Button size="sm" intent="primary" busy={busy} onClick={() => void takeHeld(id, 'remade')}>
              {look.reason === 'format' ? t.convert : t.shrink}
            </Button>
          )}
          {look.kind === 'unfit' && (
            <Button size="sm" busy={busy} onClick={() => void takeHeld(id, 'as-it-is')}>
              {t.asItIs}
            </Button>
          )}
          <Button size="sm" onClick={() => letGo(id)}>
            {t.leave}
          </Button>
        </span>
      }
    >
      <Why file={file} look={look} />
    </Note>
  );
}

function Why({ file, look }: Pick<HeldInput, 'file' | 'look'>) {
  const t = useStrings().images.inputs;
  if (look.kind === 'failed') return look.message;
  if (look.kind === 'too-many') return t.tooMany(file.name);
  if (look.kind === 'refused') return t.refused[look.reason](file.name);
  if (look.kind === 'foreign') return t.foreign(file.name, look.format);
  const { width, height, type } = look.head;
  const format = type.replace('image/', '').toUpperCase();
  const about: Record<UnfitReason, string> = {
    'too-large': formatBytes(file.size),
    format,
    incomplete: format,
    damaged: format,
    'too-many-pixels': `${formatNumber(width ?? 0)} × ${formatNumber(height ?? 0)}`,
  };
  return t.unfit[look.reason](file.name, about[look.reason]);
}
