import { Film, Play } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import { useCall } from '../../../lib/client/query.ts';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { playVideos } from '../store.ts';
import s from './tasks.module.css';

/** Slightly after the start, since many videos begin in black. */
const stillSeconds = 0.1;

/**
 * A still of a saved video: plays muted while the pointer is on it, opens the player on click, and can be dragged out
 * of the window as a file.
 */
export function SavedThumb({ taskId, title, file }: { taskId: string; title: string; file: FileRef }) {
  const t = useStrings().video.task;
  const link = useCall('files', 'link', { id: file.id });
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  const preview = () => {
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) void video.current?.play().catch(() => undefined);
  };
  const still = () => {
    if (!video.current || video.current.paused) return;
    video.current.pause();
    video.current.currentTime = stillSeconds;
  };
  return (
    <div className={s.thumb} onPointerEnter={preview} onPointerLeave={still} {...dragOut(file)}>
      {link.data && !isBroken ? (
        <VideoStill ref={video} address={link.data} onBroken={() => setBroken(true)} />
      ) : (
        <Icon of={Film} />
      )}
      <button type="button" className={s.play} aria-label={t.play(title)} onClick={() => playVideos([taskId])}>
        <Icon of={Play} />
      </button>
    </div>
  );
}

interface VideoStillProps {
  address: string;
  ref: Ref<HTMLVideoElement>;
  /** Called when this browser cannot decode it. */
  onBroken: () => void;
}

/**
 * The first frame of a saved video, with its duration. The bytes are read from this computer, and only the beginning of
 * them.
 */
function VideoStill({ address, ref, onBroken }: VideoStillProps) {
  const [seconds, setSeconds] = useState<number | null>(null);
  return (
    <>
      <video
        ref={ref}
        className={s.still}
        src={`${address}#t=${stillSeconds}`}
        preload="metadata"
        muted
        loop
        playsInline
        tabIndex={-1}
        aria-hidden
        onError={onBroken}
        onLoadedMetadata={({ currentTarget }) => setSeconds(currentTarget.duration)}
      />
      {seconds !== null && Number.isFinite(seconds) && (
        <span className={s.time} aria-hidden>
          {formatMs(seconds * 1000)}
        </span>
      )}
    </>
  );
}
