import {
  ArrowRight,
  Ban,
  Download,
  Hourglass,
  ImageOff,
  ImagePlus,
  type LucideIcon,
  Star,
  Type,
  Unplug,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { FileRef } from '#shared/protocol/part.ts';
import { useCall } from '../../../lib/client/query.ts';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { StoredImage } from '../../../lib/generation/stored-image.tsx';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useNow } from '../../../lib/runs/use-now.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ProgressRing } from '../../../ui/feedback/progress.tsx';
import { firstImageOf, imageStore, takeAsInput } from '../images.ts';
import type { Card, PendingTask } from '../model/card.ts';
import { pendingPreviews } from '../model/generation.ts';
import s from './gallery.module.css';

interface GalleryCardProps {
  card: Card;
  /** Its model takes the place of its facts: it was sent together with others. */
  hasModel: boolean;
  isChosen: boolean;
  isShown: boolean;
}

/** One generation in the gallery: its image, its prompt, and one line of facts. */
export function GalleryCard({ card, hasModel, isChosen, isShown }: GalleryCardProps) {
  const t = useStrings().images.gallery;
  const isRunning = card.state === 'running';
  const hasTime = isRunning || (card.tookMs !== null && card.task === null);
  return (
    <div
      className={s.card}
      data-chosen={isChosen}
      data-shown={isShown}
      {...dragOut(card.thumbId === null ? null : () => firstFileOf(card.id))}
    >
      <div className={s.picture} data-state={card.state}>
        {isRunning ? <RunningImage id={card.id} /> : <CardImage card={card} />}
        {card.imageCount > 1 && <span className={s.count}>{card.imageCount}</span>}
      </div>
      <div className={s.words}>
        <b className="cut-text">{card.title || t.untitled}</b>
        <span className={s.facts}>
          {hasModel ? <span className="mono-s cut-text">{card.model}</span> : <CardFacts card={card} />}
          {card.starred && <Icon of={Star} size="xs" label={t.starred} />}
          {hasTime && <Elapsed since={card.createdAt} tookMs={isRunning ? null : card.tookMs} />}
        </span>
      </div>
      {!isRunning && card.imageCount > 0 && <CardActions card={card} />}
    </div>
  );
}

/** Actions of a card for the pointer. The list box has the same ones on keys. */
function CardActions({ card: { id, starred } }: { card: Card }) {
  const t = useStrings().images.result;
  const acts = [
    { label: t.asInput, glyph: ImagePlus, act: () => void editImageOf(id), keys: 'U' },
    { label: t.save, glyph: Download, act: () => void saveImageOf(id), keys: 'D' },
    {
      label: starred ? t.unstar : t.star,
      glyph: Star,
      act: () => void imageStore().star(id, !starred),
      keys: 'S',
    },
  ];
  return (
    <span className={s.cardActs} aria-hidden="true">
      {acts.map(({ label, glyph, act, keys }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: an option of a list box cannot contain buttons
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the same actions on keys
        <span
          key={keys}
          className={s.cardAct}
          {...tip(label, { shortcut: keys })}
          onClick={(event) => {
            event.stopPropagation();
            act();
          }}
        >
          <Icon of={glyph} size="s" />
        </span>
      ))}
    </span>
  );
}

/** Makes the first image of a generation the first input of the next edit. */
export async function editImageOf(id: string): Promise<void> {
  const found = await firstImageOf(id);
  if (found) takeAsInput(found.generation, found.image);
}

/** Returns the file of the first image of a generation; `null` when it was not stored. */
const firstFileOf = async (id: string): Promise<FileRef | null> => (await firstImageOf(id))?.image.file ?? null;

export async function saveImageOf(id: string): Promise<void> {
  const file = await firstFileOf(id);
  if (file) await saveFile(file);
}

function CardFacts({ card: { state, isText, size, requestedSize, imageCount, failureCode, task } }: { card: Card }) {
  const {
    images: t,
    pieces: { states },
  } = useStrings();
  if (state === 'running') return <StateBadge state={state} />;
  if (state === 'failed')
    return <span className={s.bad}>{failureCode === 'moderated' ? t.gallery.moderated : states.failed}</span>;
  if (state === 'interrupted' || state === 'cancelled')
    return <span className={state === 'interrupted' ? s.bad : undefined}>{states[state]}</span>;
  if (task) return <TaskFacts rowId={task.rowId} />;
  if (isText) return t.gallery.text;
  if (imageCount === 0) return <Badge intent="odd">{t.gallery.noPicture}</Badge>;
  // A drawing has no pixels.
  if (size === null) return null;
  if (requestedSize === null) return <span className="mono-s">{size.replace('x', '×')}</span>;
  return (
    <Badge intent={requestedSize === 'auto' ? 'neutral' : 'odd'}>
      {requestedSize.replace('x', '×')} <Icon of={ArrowRight} size="xs" label={t.gallery.became} />{' '}
      {size.replace('x', '×')}
    </Badge>
  );
}

/** How far the task is that generates the images, and where it is followed. */
function TaskFacts({ rowId }: PendingTask) {
  const t = useStrings().images.gallery.task;
  const { data, error } = useCall('tasks', 'get', { id: rowId ?? '' }, { enabled: rowId !== null });
  if (rowId === null || error) return <Badge>{t.untracked}</Badge>;
  if (!data) return null;
  if (data.result.state === 'saved') return <Badge intent="ok">{t.finished}</Badge>;
  if (data.endedAt !== null && (data.failure ?? data.result.failure)) return <span className={s.bad}>{t.failed}</span>;
  return (
    <span {...tip(t.place)}>
      <Badge intent="live">{t.generating(data.progress)}</Badge>
    </span>
  );
}

/** The newest preview of an image that is still being generated. */
function RunningImage({ id }: { id: string }) {
  const t = useStrings().images.result;
  const preview = useStore(imageStore().store, ({ open }) =>
    open[id]?.calls.flatMap((call) => pendingPreviews(call)).at(-1),
  );
  return (
    <>
      {preview && <StoredImage fileId={preview.file.id} label="" className={s.blurred} />}
      <ProgressRing value={null} label={t.waiting} size={40} />
    </>
  );
}

/** The thumbnail of a card, or an icon that says why there is none. A missing thumbnail is generated first. */
export function CardImage({ card }: { card: Card }) {
  const { id, thumbId, imageCount, state } = card;
  const needsThumb = thumbId === null && state !== 'running' && imageCount > 0;
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    if (needsThumb)
      void imageStore()
        .createThumb(id)
        .then(() => setTried(true));
  }, [needsThumb, id]);
  if (thumbId !== null) return <StoredImage fileId={thumbId} label="" className={s.image} />;
  if (state === 'running' || (needsThumb && !isTried)) return null;
  return (
    <span className={s.sign} data-bad={state === 'failed' || state === 'interrupted'}>
      <Icon of={glyphOf(card)} />
    </span>
  );
}

/** Says why there is no image. */
function glyphOf({ state, isText, task }: Card): LucideIcon {
  if (task) return Hourglass;
  if (isText && state === 'done') return Type;
  if (state === 'failed') return Ban;
  return state === 'done' ? ImageOff : Unplug;
}

interface ElapsedProps {
  since: number;
  tookMs: number | null;
}

/** Whole seconds since a moment while it runs, so that two places never show different times; then the duration. */
export function Elapsed({ since, tookMs }: ElapsedProps) {
  const now = useNow(tookMs === null);
  const seconds = Math.floor((now - since) / 1000);
  if (tookMs !== null) return <span className="num">{formatMs(tookMs)}</span>;
  return seconds < 1 ? null : (
    <span className="num" aria-hidden="true">
      {formatMs(seconds * 1000)}
    </span>
  );
}
