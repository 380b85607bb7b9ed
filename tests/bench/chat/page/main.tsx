import '../../../../renderer/ui/base/tokens.css';
import '../../../../renderer/ui/base/base.css';
import { createRoot } from 'react-dom/client';
import { Markdown } from '../../../../renderer/ui/markdown/markdown.tsx';
import { messageText } from '../texts.ts';

const labels = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Not copied',
  image: 'Picture',
  footnotes: 'Notes',
  backToText: 'Back',
  taskDone: 'done',
  taskOpen: 'open',
  more: 'Show more',
  moreRows: 'Show more rows',
  moreColumns: 'Show more columns',
  drawDiagram: 'Draw diagram',
  showSource: 'Show source',
  diagram: 'Diagram',
  diagramFailed: String,
  diagramTooLarge: '',
  diagramTimedOut: '',
};
const none = () => {};
const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));

/** All messages in the page at once, as plain text. Milliseconds until the last one is at rest at the bottom. */
async function open(count: number): Promise<{ ms: number; elements: number }> {
  const host = document.getElementById('root') as HTMLElement;
  host.style.cssText = 'height:860px;overflow-y:auto;max-width:764px;margin:0 auto';
  await nextFrame();
  const began = performance.now();
  createRoot(host).render(
    Array.from({ length: count }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the messages never change
      <article key={at}>
        {at % 2 === 0 ? (
          <p>{messageText(at)}</p>
        ) : (
          <Markdown text={messageText(at)} live={false} labels={labels} onLink={none} />
        )}
      </article>
    )),
  );
  let restAt = began;
  for (let still = 0, height = 0; still < 3; ) {
    await nextFrame();
    const now = performance.now();
    host.scrollTop = host.scrollHeight;
    still = host.scrollHeight === height && host.childElementCount === count ? still + 1 : 0;
    if (still === 0) restAt = now;
    height = host.scrollHeight;
  }
  return { ms: restAt - began, elements: host.querySelectorAll('*').length };
}

Object.assign(window, { openPlain: open });
