import { Ban, ImageOff, Type, Unplug } from 'lucide-react';
import { useEffect } from 'react';
import { Icon } from '../../../ui/base/icon.tsx';
import { StoredImage } from '../image-files/stored-image.tsx';
import { imageStore } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import s from './gallery-card.module.css';

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
