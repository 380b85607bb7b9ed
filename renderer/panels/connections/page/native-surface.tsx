import type { Connection } from '#shared/contract/connections.ts';
import type { ModelList, SurfaceListing } from '#shared/contract/models.ts';
import { FailureCard } from '../../../lib/failure-card.tsx';
import { refreshModels } from '../../../lib/model-list.ts';
import { nativeOffer, surfaceOf, tryOtherStyles } from '../../../lib/native-style.ts';
import { type Strings, useStrings } from '../../../lib/strings.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { useEdits } from '../drafts.ts';
import s from './models.module.css';

interface NativeSurfaceProps {
  connection: Connection;
  keyId: string | undefined;
  list: ModelList;
}

/** Whether the gateway has native routes, how they take the key, and what can be tried where they do not. */
export function NativeSurface({ connection, keyId, list }: NativeSurfaceProps) {
  const words = useStrings();
  const t = words.connections.native;
  const edits = useEdits(connection.id);
  const native = surfaceOf(list.surfaces, 'native');
  const offer = nativeOffer(list.surfaces, connection.nativeKeyStyle);
  const query = useAction(() => refreshModels(connection.id, keyId, true));
  const others = useAction(async () => {
    const style = await tryOtherStyles(connection, keyId);
    const title = style ? t.found(words.connections.nativeKeyStyles[style]) : t.notFound;
    toast({ intent: style ? 'ok' : 'neutral', title });
  });
  if (!native || native.tried.length === 0) return null;
  const failure = query.failure ?? others.failure;
  return (
    <>
      <dl className={s.counts}>
        <dt>{t.routes}</dt>
        <dd>{stateWords(native, words)}</dd>
        {list.nativeKeyStyle && native.state === 'listed' && (
          <>
            <dt>{t.key}</dt>
            <dd className="mono-s">
              {connection.nativeKeyStyle === 'auto'
                ? words.connections.nativeKeyStyles[list.nativeKeyStyle]
                : t.pinned(words.connections.nativeKeyStyles[list.nativeKeyStyle])}
            </dd>
          </>
        )}
      </dl>
      {offer && (
        <div className={s.offer}>
          <p className={s.quiet}>{why(native, connection, words)}</p>
          {offer === 'query' ? (
            <Button size="sm" busy={query.busy} onClick={() => void query.run()}>
              {t.tryQuery}
            </Button>
          ) : (
            <Button
              size="sm"
              busy={others.busy}
              disabledReason={edits ? words.connections.saveFirst : undefined}
              onClick={() => void others.run()}
            >
              {t.tryOthers}
            </Button>
          )}
        </div>
      )}
      {failure && <FailureCard failure={failure} />}
    </>
  );
}

function stateWords({ state, failure }: SurfaceListing, { connections: t }: Strings): string {
  const status = failure?.status ?? null;
  if (state === 'listed') return t.native.offered;
  if (state === 'failed') return t.notListed(status);
  return state === 'not-offered' ? t.native.notOffered(status) : t.native.styleRefused(status);
}

function why({ state, tried }: SurfaceListing, { nativeKeyStyle }: Connection, words: Strings): string {
  const { native: t, nativeKeyStyles: names } = words.connections;
  if (nativeKeyStyle !== 'auto') return t.refused(names[nativeKeyStyle]);
  if (state === 'key-style') return t.again;
  return t.tried(words.pieces.list(tried.map(({ style }) => names[style])));
}
