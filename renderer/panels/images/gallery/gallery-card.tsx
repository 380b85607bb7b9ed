import { ArrowRight, Ban, ImageOff, Star, Type, Unplug } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { StoredImage } from '../image-files/stored-image.tsx';
import { imageStore } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import { openPreviews } from '../model/generation.ts';
import { Elapsed } from '../stage/elapsed.tsx';
import s from './gallery.module.css';

/** One generation in the gallery: its picture, its prompt, and one line of facts. */
export function GalleryCard({ card }: { card: Card }) {
  const t = useStrings().images;
  const isRunning = card.state === 'running';
  return (
    <>
      <div className={s.picture} data-state={card.state} data-empty={card.thumbId === null}>
        {isRunning ? <RunningImage id={card.id} /> : <CardImage card={card} />}
        {card.pictures > 1 && <span className={s.count}>{card.pictures}</span>}
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

function CardFacts({ card: { state, routeId, size, askedSize, failureCode } }: { card: Card }) {
  const t = useStrings().images;
  if (state === 'running') return <Badge intent="live">{t.states.running}</Badge>;
  if (state === 'failed')
    return <span className={s.bad}>{failureCode === 'moderated' ? t.gallery.moderated : t.states.failed}</span>;
  if (state === 'interrupted' || state === 'cancelled')
    return <span className={state === 'interrupted' ? s.bad : undefined}>{t.states[state]}</span>;
  if (routeId === 'edits') return t.gallery.text;
  if (size === null) return <Badge intent="odd">{t.gallery.noPicture}</Badge>;
  if (askedSize === null) return <span className="mono-s">{size.replace('x', '×')}</span>;
  return (
    <Badge intent={askedSize === 'auto' ? 'neutral' : 'odd'}>
      {askedSize.replace('x', '×')} <Icon of={ArrowRight} size="xs" label={t.gallery.became} /> {size.replace('x', '×')}
    </Badge>
  );
}

/** What can be seen already of a picture that is still drawn. */
function RunningImage({ id }: { id: string }) {
  const t = useStrings().images.result;
  const preview = useStore(imageStore().store, ({ open }) =>
    open[id]?.calls.flatMap((call) => openPreviews(call)).at(-1),
  );
  return (
    <>
      {preview && <StoredImage fileId={preview.file.id} label="" className={s.blurred} />}
      <ProgressRing value={null} label={t.waiting} size={40} />
    </>
  );
}

/** The small picture of a card, or a sign for why there is none. One that was never made is made now. */
export function CardImage({ card: { id, thumbId, pictures, state, routeId } }: { card: Card }) {
  const lacks = thumbId === null && state !== 'running' && routeId !== 'edits' && pictures > 0;
  useEffect(() => {
    if (lacks) imageStore().mend(id);
  }, [lacks, id]);
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
