import { useEffect, useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { client } from '../../client/client.ts';
import { FailureCard } from '../../failures/failure-card.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import s from '../inspector.module.css';

export type MediaKind = 'image' | 'audio' | 'video';

/** What the page can show of a media type by itself. SVG may hold scripts and is shown as text. */
export function mediaKind(mediaType: string | null): MediaKind | null {
  const [kind, rest] = mediaType?.toLowerCase().split('/') ?? [];
  if (kind === 'image') return rest?.startsWith('svg') ? null : 'image';
  return kind === 'audio' || kind === 'video' ? kind : null;
}

/** A recorded picture, sound or film, loaded by the page's own player from the file store. */
export function MediaBody({ exchange, sizeBytes }: { exchange: ExchangeDetail; sizeBytes: number }) {
  const t = useStrings().wireDetail.response;
  // A part of a picture is no picture: it is kept once all of it is there.
  const { address, failure } = useStoredAddress(exchange.state === 'running' ? null : exchange.id);
  const kind = mediaKind(exchange.response?.mediaType ?? null);
  if (failure) return <FailureCard failure={failure} />;
  if (!address)
    return (
      <p className={s.nothing} role="status">
        {t.preparing}
      </p>
    );
  return (
    <div className={s.media}>
      {kind === 'image' && <img src={address} alt={t.image(formatBytes(sizeBytes))} />}
      {/* biome-ignore lint/a11y/useMediaCaption: what a gateway made has no captions */}
      {kind === 'audio' && <audio src={address} controls />}
      {/* biome-ignore lint/a11y/useMediaCaption: see above */}
      {kind === 'video' && <video src={address} controls />}
    </div>
  );
}

/** The address of a recorded answer as a file; it is kept once it is looked at. */
function useStoredAddress(id: string | null): { address: string | null; failure: Failure | null } {
  const [state, setState] = useState<{ address: string | null; failure: Failure | null }>({
    address: null,
    failure: null,
  });
  useEffect(() => {
    if (id === null) return;
    let isGone = false;
    const keep = async () => {
      const file = await client.exchanges.keepBody({ id, side: 'response' });
      return client.files.link({ id: file.id });
    };
    keep().then(
      (address) => !isGone && setState({ address, failure: null }),
      (thrown: unknown) => !isGone && setState({ address: null, failure: AppError.from(thrown) }),
    );
    return () => {
      isGone = true;
    };
  }, [id]);
  return state;
}
