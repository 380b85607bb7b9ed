import { ArrowRight, Ban, ImageOff, Star, Type, Unplug } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useNow } from '../../../lib/runs/use-now.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ProgressRing } from '../../../ui/feedback/progress.tsx';
import { StoredImage } from '../image-files/stored-image.tsx';
import { imageStore } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import { pendingPreviews } from '../model/generation.ts';
import s from './gallery.module.css';

/** One generation in the gallery: its image, its prompt, and one line of facts. */
export function GalleryCard({ card }: { card: Card }) {
  const t = useStrings().images;
  const isRunning = card.state === 'running';
  return (
    <>
      <div className={s.picture} data-state={card.state} data-empty={card.thumbId === null}>
        {isRunning ? <RunningImage id={card.id} /> : <CardImage card={card} />}
        {card.imageCount > 1 && <span className={s.count}>{card.imageCount}</span>}
        {(isRunning || card.tookMs !== null) && (
          <span className={s.time}>
            {isRunning ? <Elapsed since={card.createdAt} tookMs={null} /> : formatMs(card.tookMs ?? 0)}
          </span>
        )}
      </div>
      <div className={s.words}>
        <b className="cut-text">{card.title || t.gallery.untitled}</b>
        <span className={s.facts}>
          <CardFacts card={card} />
          {card.starred && <Icon of={Star} size="xs" label={t.gallery.starred} />}
        </span>
      </div>
    </>
  );
}

function CardFacts({ card: { state, routeId, size, requestedSize, failureCode } }: { card: Card }) {
  const t = useStrings().images;
  if (state === 'running') return <Badge intent="live">{t.states.running}</Badge>;
  if (state === 'failed')
    return <span className={s.bad}>{failureCode === 'moderated' ? t.gallery.moderated : t.states.failed}</span>;
  if (state === 'interrupted' || state === 'cancelled')
    return <span className={state === 'interrupted' ? s.bad : undefined}>{t.states[state]}</span>;
  if (routeId === 'edits') return t.gallery.text;
  if (size === null) return <Badge intent="odd">{t.gallery.noPicture}</Badge>;
  if (requestedSize === null) return <span className="mono-s">{size.replace('x', '×')}</span>;
  return (
    <Badge intent={requestedSize === 'auto' ? 'neutral' : 'odd'}>
      {requestedSize.replace('x', '×')} <Icon of={ArrowRight} size="xs" label={t.gallery.became} />{' '}
      {size.replace('x', '×')}
    </Badge>
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

/** The thumbnail of a card, or an icon that says why there is none. A missing thumbnail is generated now. */
export function CardImage({ card: { id, thumbId, imageCount, state, routeId } }: { card: Card }) {
  const needsThumb = thumbId === null && state !== 'running' && routeId !== 'edits' && imageCount > 0;
  useEffect(() => {
    if (needsThumb) imageStore().createThumb(id);
  }, [needsThumb, id]);
  if (thumbId !== null) return <StoredImage fileId={thumbId} label="" className={s.image} />;
  if (state === 'running') return null;
  const sign =
    routeId === 'edits' && state === 'done' ? Type : state === 'failed' ? Ban : state === 'done' ? ImageOff : Unplug;
  return (
    <span className={s.sign} data-bad={state === 'failed' || state === 'interrupted'}>
      <Icon of={sign} />
    </span>
  );
}

/** Time since a moment while it runs; then the total duration. */
export function Elapsed({ since, tookMs }: { since: number; tookMs: number | null }) {
  const now = useNow(tookMs === null);
  if (tookMs !== null) return <span className="num">{formatMs(tookMs)}</span>;
  return (
    <span className="num" aria-hidden="true">
      {formatMs(Math.max(0, now - since))}
    </span>
  );
}
