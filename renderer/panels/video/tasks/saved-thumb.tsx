import { Film, Play } from 'lucide-react';
import { useState } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import { useCall } from '../../../lib/client/query.ts';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { playVideos } from '../store.ts';
import s from './tasks.module.css';

/** A still of a saved video: plays it on click, and can be dragged out of the window as a file. */
export function SavedThumb({ taskId, title, file }: { taskId: string; title: string; file: FileRef }) {
  const t = useStrings().video.task;
  const link = useCall('files', 'link', { id: file.id });
  return (
    <div className={s.thumb} {...dragOut(file)}>
      {link.data ? <VideoStill address={link.data} /> : <Icon of={Film} />}
      <button type="button" className={s.play} aria-label={t.play(title)} onClick={() => playVideos([taskId])}>
        <Icon of={Play} />
      </button>
    </div>
  );
}

/**
 * The first frame of a saved video, with its duration. The bytes are read from this computer, and only the beginning of
 * them.
 */
function VideoStill({ address }: { address: string }) {
  const [seconds, setSeconds] = useState<number | null>(null);
  return (
    <>
      <video
        className={s.still}
        // Slightly after the start, since many videos begin in black.
        src={`${address}#t=0.1`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        aria-hidden
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
