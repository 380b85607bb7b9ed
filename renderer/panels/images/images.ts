import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { client } from '../../lib/client/client.ts';
import { useCall } from '../../lib/client/query.ts';
import type { Active } from '../../lib/gateway/connections/active.ts';
import { matchOrigin, restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { openRoute } from '../../lib/gateway/patch/open-route.ts';
import { settingsFor } from '../../lib/generation/image-settings.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { announce } from '../../lib/notices/announce.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { followExchange } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import {
  chooseModels,
  modelsOf,
  promptTexts,
  replacePrompt,
  restorePrompt,
  showOnStage,
  showTogether,
  useForm,
} from './form.ts';
import { chooseOne, selection } from './gallery/selection.ts';
import { headOf, makeThumb } from './image-files/read-image.ts';
import { maskFor, rememberSent, reuseMask } from './mask/masks.ts';
import { type Card, cardOf, pendingTaskOf } from './model/card.ts';
import { type Generation, imagesOf, type MadeImage, stateOf } from './model/generation.ts';
import { type ImageSpec, originOf, type UsedMask } from './model/image-spec.ts';
import { textEditOf } from './model/text-edit.ts';
import { createImageStore, type ImageStore } from './store.ts';
import { unlessStale } from './unless-stale.ts';

let made: ImageStore | undefined;

/** Returns the panel's store. It is created on first use and then resumes whatever is still running. */
export function imageStore(): ImageStore {
  if (made) return made;
  const words = () => strings().images;
  made = createImageStore({
    client,
    send: followExchange,
    startRun: (parts, start, fold) => startRun(parts, start, fold, { panel: 'images' }),
    headOf,
    makeThumb,
    newId: () => crypto.randomUUID().replaceAll('-', '').slice(0, 16),
    now: Date.now,
    unknownOutcomeText: () => words().lost,
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
    ? pendingTaskOf(generation)
      ? t.announce.task
      : t.announce.done(count)
    : t.announce[state === 'running' ? 'failed' : state];
}

/** Returns a generation by its id, live while it runs: `undefined` while it is read, `null` when there is none. */
export function useGeneration(id: string | null): Generation | null | undefined {
  const open = useStore(imageStore().store, (state) => (id === null ? undefined : state.open[id]));
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    return unlessStale(
      imageStore().open(id),
      (found) => setMissing(found ? null : id),
      () => setMissing(id),
    );
  }, [id]);
  return open ?? (id === null || missing === id ? null : undefined);
}

/** Returns every generation of the library as a card, in no particular order. `undefined` during the first read. */
export function useCards(): Card[] | undefined {
  const { data } = useCall('library', 'conversations', { panel: 'images' }, { keepPrevious: true });
  return useMemo(() => data?.map(cardOf), [data]);
}

/** Returns the generations with these ids that are loaded, in their order; the others are loaded meanwhile. */
export function useGenerations(ids: readonly string[]): Generation[] {
  const open = useStore(imageStore().store, (state) => state.open);
  const wanted = ids.join(' ');
  useEffect(() => {
    for (const id of wanted.split(' '))
      if (id)
        void imageStore()
          .open(id)
          .catch(() => undefined);
  }, [wanted]);
  return ids.flatMap((id) => open[id] ?? []);
}

/** Shows a generation and selects the connection, key, route and model that it was made with. */
export async function openGeneration(id: string, active: Active): Promise<void> {
  showOnStage(id);
  const generation = await imageStore().open(id);
  if (generation && !textEditOf(generation) && useForm.getState().shownId === id)
    restorePlace(generation.order, active);
}

/** Shows another generation once it has loaded, so that one image replaces the other without a gap. */
export async function showNext(id: string, active: Active): Promise<void> {
  const { shownId } = useForm.getState();
  if (!(await imageStore().open(id)) || useForm.getState().shownId !== shownId) return;
  selection.setState(chooseOne(id));
  await openGeneration(id, active);
}

/** Does nothing if the connection or key was deleted, or while their lists are loading. */
export function restorePlace(order: ImageSpec, active: Active): void {
  if (['same', 'other-connection', 'other-key'].includes(matchOrigin(order, active))) switchBack(order);
}

/** Selects the connection and key of a request, and puts its route and model into the form. */
export function switchBack(order: ImageSpec): void {
  const { routeId, model } = order;
  useForm.setState({ routeId });
  // One of several selected models needs no other selection.
  if (!modelsOf(useForm.getState()).includes(model)) chooseModels([model]);
  restoreOrigin('images', originOf(order));
}

/**
 * Sends the request in the form to each of its models, after drawing the mask into a file, and shows it on the stage. The prompt is cleared
 * at once, so that a second Enter sends nothing, and restored if nothing was sent.
 *
 * @throws AppError when the mask cannot be drawn or stored; nothing was sent then.
 */
export async function sendRequest(
  specs: readonly ImageSpec[],
  parent: Generation['parent'],
  isMasked: boolean,
  start: ImageStore['startAll'] = imageStore().startAll,
): Promise<void> {
  if (promptTexts(useForm.getState()).text.trim() === '') return;
  replacePrompt('');
  try {
    const [input] = specs[0]?.inputs ?? [];
    const mask = isMasked ? await maskFor(input) : null;
    if (mask && input) rememberSent(mask, input.file.name);
    const ids = start(
      specs.map((spec) => ({ ...spec, mask })),
      parent,
    );
    useForm.setState({ galleryFilter: 'all' });
    showOnStage(ids.length > 1 ? null : (ids[0] ?? null));
    if (ids.length > 1) showTogether(ids);
  } catch (thrown) {
    if (promptTexts(useForm.getState()).text === '') restorePrompt();
    throw thrown;
  }
}

/** Sends a request again, unchanged or with a change. Side by side with others, it takes the place of the first one. */
export function sendAgain({ id, order: spec, parent }: Generation, change: Partial<ImageSpec> = {}): void {
  const next = imageStore().start({ ...spec, ...change }, parent, id);
  const { comparedIds } = useForm.getState();
  if (comparedIds.includes(id)) showTogether(comparedIds.map((other) => (other === id ? next : other)));
  else showOnStage(next);
}

/** Returns a generation with its first image; `null` when it is gone or has none. */
export async function firstImageOf(id: string): Promise<{ generation: Generation; image: MadeImage } | null> {
  const generation = await imageStore().open(id);
  const [image] = generation ? imagesOf(generation) : [];
  return generation && image ? { generation, image } : null;
}

/**
 * Makes a result the first input of the next edit and remembers where it came from.
 *
 * @param mask is put on it; without one, it has the mask that was painted on it before.
 */
export function takeAsInput({ id }: Generation, { file, width, height, index }: MadeImage, mask?: UsedMask): void {
  if (!file) return;
  if (mask) reuseMask(file.id, mask);
  useForm.setState(({ inputs, origins }) => ({
    routeId: 'images.edits',
    inputs: [{ file, width, height }, ...inputs.filter((input) => input.file.id !== file.id)].slice(0, 16),
    origins: { ...origins, [file.id]: { generationId: id, picture: index } },
  }));
  showOnStage(null);
}

/**
 * Restores a request into the form as it was sent: prompt, parameters, inputs, mask. A text edit of an earlier version
 * goes to Request.
 */
export function restoreRequest(generation: Generation): void {
  const { order } = generation;
  const edit = textEditOf(generation);
  if (edit) {
    const { connectionId, keyId, model } = order;
    const { input, instruction } = edit;
    openRoute({ connectionId, keyId, routeId: 'edits', model, values: { input, instruction } });
    return;
  }
  const { routeId, prompt, model, inputs, mask, fields, family, split } = order;
  if (mask && inputs[0]) reuseMask(inputs[0].file.id, mask);
  useForm.setState((form) => ({
    routeId,
    split,
    pictureModel: model,
    otherModels: [],
    ...(routeId === 'images.edits' ? { inputs } : {}),
    families: { ...form.families, [model]: family },
    settings: settingsFor(form.settings, family, routeId, fields),
  }));
  replacePrompt(prompt);
  showOnStage(null);
}
