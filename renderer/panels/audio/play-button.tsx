import { Pause, Play } from 'lucide-react';
import { useEffect } from 'react';
import { useStrings } from '../../lib/i18n/strings.ts';
import { pauseAudio, playAudio, usePlayed } from '../../lib/media/audio-player.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { clockOf, hasTenths } from './clock-of.ts';

/** Plays and pauses a stored sound. */
export function PlayButton({ fileId, name, size = 'md' }: { fileId: string; name?: string; size?: 'sm' | 'md' }) {
  const t = useStrings().audio.player;
  const isPlaying = usePlayed(fileId, ({ state }) => state === 'playing');
  // What can not be stopped by a button any more is silent.
  useEffect(() => () => pauseAudio(fileId), [fileId]);
  return (
    <IconButton
      label={isPlaying ? t.pause : name ? t.playNamed(name) : t.play}
      icon={<Icon of={isPlaying ? Pause : Play} size="s" />}
      size={size}
      intent="plain"
      onClick={() => (isPlaying ? pauseAudio() : void playAudio(fileId))}
    />
  );
}

/** How far a sound is played. */
export function PlayClock({ fileId, duration }: { fileId: string; duration: number | null }) {
  const t = useStrings().audio.player;
  const tenths = usePlayed(fileId, ({ at }) => Math.floor(at * 10) / 10);
  const isFailed = usePlayed(fileId, ({ state }) => state === 'failed');
  if (isFailed) return <span role="alert">{t.failed}</span>;
  return (
    <span className="mono-s">
      {duration === null
        ? clockOf(tenths, true)
        : t.of(clockOf(tenths, hasTenths(duration)), clockOf(duration, hasTenths(duration)))}
    </span>
  );
}
