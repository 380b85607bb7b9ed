/** What is measured inside the product's page. Each function is serialized by itself, so it uses nothing from its scope. */

export interface Opened {
  ms: number;
  /** Elements of the transcript. */
  elements: number;
}

/**
 * Clicks a conversation in the list and waits until its last message is at rest at the bottom. It is open since the first of
 * three frames in which nothing moves.
 */
export async function openConversation(title: string): Promise<Opened> {
  const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
  const row = [...document.querySelectorAll<HTMLElement>('nav [role="button"]')].find(({ textContent }) =>
    textContent?.startsWith(title),
  );
  if (!row) throw new Error(`no conversation ${title}`);
  await nextFrame();
  const began = performance.now();
  row.click();
  let restAt = began;
  for (let still = 0, place = ''; still < 3; ) {
    await nextFrame();
    const now = performance.now();
    if (now - began > 60_000) throw new Error(`${title} did not open`);
    const list = document.querySelector(`[role="list"][aria-label="${title}"]`);
    const last = list?.querySelector<HTMLElement>('[role="listitem"]:last-of-type');
    const isAll = last?.getAttribute('aria-posinset') === last?.getAttribute('aria-setsize');
    const atBottom = list && list.scrollHeight - list.scrollTop - list.clientHeight < 4;
    const here = list && last && isAll && atBottom ? `${last.getBoundingClientRect().top} ${list.scrollHeight}` : '';
    still = here !== '' && here === place ? still + 1 : 0;
    if (still === 0) restAt = now;
    place = here;
  }
  const ms = restAt - began;
  const list = document.querySelector(`[role="list"][aria-label="${title}"]`);
  return { ms, elements: list?.querySelectorAll('*').length ?? 0 };
}

export interface Watched {
  frames: number;
  seconds: number;
  /** Frames in which the end of the transcript was not at the bottom. */
  offBottom: number;
  /** How far a message that the reader was looking at moved, in pixels. */
  driftPx: number;
  /** Frames in which the middle of the transcript was empty. */
  blank: number;
  /** Characters that arrived meanwhile. */
  grown: number;
}

/** Watches the transcript for this many milliseconds. */
export async function watchTranscript({ title, ms }: { title: string; ms: number }): Promise<Watched> {
  const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
  const list = document.querySelector<HTMLElement>(`[role="list"][aria-label="${title}"]`);
  if (!list) throw new Error(`no transcript ${title}`);
  const { left, top, width, height } = list.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)?.closest<HTMLElement>('[role="listitem"]');
  const place = seen?.getAttribute('aria-posinset');
  const found = { frames: 0, seconds: 0, offBottom: 0, driftPx: 0, blank: 0, grown: 0 };
  const startHeight = list.scrollHeight;
  const startTop = seen?.getBoundingClientRect().top ?? 0;
  const began = await nextFrame();
  for (let now = began; now - began < ms; now = await nextFrame()) {
    found.frames += 1;
    if (list.scrollHeight - list.scrollTop - list.clientHeight > 4) found.offBottom += 1;
    const row = list.querySelector(`[aria-posinset="${place}"]`);
    if (row) found.driftPx = Math.max(found.driftPx, Math.abs(row.getBoundingClientRect().top - startTop));
    const middle = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!middle?.closest('[role="listitem"]')) found.blank += 1;
  }
  found.seconds = (performance.now() - began) / 1000;
  found.grown = list.scrollHeight - startHeight;
  return found;
}
