import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import s from './gallery.module.css';
import { Piece } from './piece.tsx';
import { sampleMarkdown } from './samples.ts';

const labels = {
  copy: 'Copy code',
  copied: 'Copied',
  copyFailed: 'Not copied',
  image: 'Picture not loaded',
  footnotes: 'Footnotes',
  backToText: 'Back to the text',
  taskDone: 'done',
  taskOpen: 'open',
  more: 'Show more',
  moreRows: 'Show more rows',
  moreColumns: 'Show more columns',
};

/** The reading surface. */
export function GalleryMarkdown() {
  const [shown, setShown] = useState(sampleMarkdown.length);
  const play = () => {
    let at = 0;
    const step = () => {
      at = Math.min(sampleMarkdown.length, at + 6);
      setShown(at);
      if (at < sampleMarkdown.length) requestAnimationFrame(step);
    };
    step();
  };
  return (
    <>
      <h2>Markdown</h2>
      <div className={s.kit}>
        <Piece title="An answer" wide>
          <div>
            <Button size="sm" onClick={play}>
              Stream it
            </Button>
          </div>
          <Markdown
            text={sampleMarkdown.slice(0, shown)}
            live={shown < sampleMarkdown.length}
            labels={labels}
            onLink={() => {}}
          />
        </Piece>
      </div>
    </>
  );
}
