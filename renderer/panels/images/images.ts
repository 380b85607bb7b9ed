import { client } from '../../lib/client/client.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { announce } from '../../lib/page/announce.ts';
import { toast } from '../../lib/page/toasts.ts';
import { followExchange } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import { type Generation, imagesOf, stateOf } from './model/generation.ts';
import { createImageStore, type ImageStore } from './store.ts';

let made: ImageStore | undefined;

/** The panel's studio; made at the first use, and then it finds what still runs from before. */
export function imageStore(): ImageStore {
  if (made) return made;
  const words = () => strings().images;
  made = createImageStore({
    client,
    send: followExchange,
    startRun: (parts, start, fold) => startRun(parts, start, fold, { panel: 'images' }),
    headOf: async (fileId) => (await import('./image-files/read-image.ts')).headOf(fileId),
    makeThumb: async (file) => (await import('./image-files/read-image.ts')).makeThumb(file),
    newId: () => crypto.randomUUID().replaceAll('-', '').slice(0, 16),
    now: Date.now,
    lostWords: () => words().lost,
    onExchange: (exchangeId, generationId, call) =>
      rememberOrigin(exchangeId, { panel: 'images', documentId: generationId, itemId: String(call) }),
    onSettled: (generation) => announce(closingText(generation)),
    onTrouble: () => toast({ intent: 'warn', title: words().notSaved }),
  });
  made.resume().catch(() => undefined);
  return made;
}

function closingText(generation: Generation): string {
  const t = strings().images;
  const state = stateOf(generation);
  const count = imagesOf(generation).length;
  return state === 'done' || state === 'done-with-warnings'
    ? generation.order.routeId === 'edits'
      ? t.announce.text
      : t.announce.done(count)
    : t.announce[state === 'running' ? 'failed' : state];
}
