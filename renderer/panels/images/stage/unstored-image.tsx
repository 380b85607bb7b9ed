import { useAction } from '../../../lib/client/use-action.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { imageStore } from '../images.ts';
import type { MadeImage } from '../model/generation.ts';
import s from './result-view.module.css';

/** What takes the place of an image that was not stored, with another try where its URL is known. */
export function UnstoredImage({ generationId, image: { url, index } }: { generationId: string; image: MadeImage }) {
  const t = useStrings().images.result;
  const retry = useAction(async () => (await imageStore().late()).retryDownload(generationId, index));
  return (
    <div className={s.unstored}>
      <p>{url ? t.unfetched(url) : t.unstored}</p>
      {url && (
        <Button size="sm" busy={retry.busy} onClick={() => void retry.run()}>
          {t.retryDownload}
        </Button>
      )}
      {retry.failure && (
        <p role="alert">
          <FailureText failure={retry.failure} alone brief />
        </p>
      )}
    </div>
  );
}
