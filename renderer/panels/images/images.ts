import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { client } from '../../lib/client/client.ts';
import type { Active } from '../../lib/gateway/connections/active.ts';
import { matchOrigin, restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { announce } from '../../lib/page/announce.ts';
import { toast } from '../../lib/page/toasts.ts';
import { followExchange } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import { modelMemory, showOnStage, useForm } from './form.ts';
import { type Generation, imagesOf, stateOf } from './model/generation.ts';
import { type ImageSpec, originOf } from './model/image-order.ts';
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

/** A generation by its id, live while it runs: `undefined` while it is read, `null` when there is none. */
export function useGeneration(id: string | null): Generation | null | undefined {
  const open = useStore(imageStore().store, (state) => (id === null ? undefined : state.open[id]));
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    let isGone = false;
    imageStore()
      .open(id)
      .then(
        (found) => isGone || setMissing(found ? null : id),
        () => isGone || setMissing(id),
      );
    return () => {
      isGone = true;
    };
  }, [id]);
  return open ?? (id === null || missing === id ? null : undefined);
}

/** Shows a generation, and selects the connection, key, route and model that it was made with. */
export async function openGeneration(id: string, active: Active): Promise<void> {
  showOnStage(id);
  const generation = await imageStore().open(id);
  if (generation && useForm.getState().shownId === id) restorePlace(generation.order, active);
}

/** Leaves everything as it is where the connection or key was deleted, or while the lists of them load. */
export function restorePlace(order: ImageSpec, active: Active): void {
  if (['same', 'other-connection', 'other-key'].includes(matchOrigin(order, active))) switchBack(order);
}

/** Selects the place of a request, and puts its route and model on the desk. */
export function switchBack(order: ImageSpec): void {
  const { routeId, model } = order;
  useForm.setState({ routeId, ...(routeId === 'edits' ? { textModel: model } : { pictureModel: model }) });
  restoreOrigin(modelMemory(routeId), originOf(order));
}
