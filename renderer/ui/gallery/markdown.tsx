import { useState } from 'react';
import { CodeView } from '../code/code-view.tsx';
import { HexView } from '../code/hex-view.tsx';
import { Button } from '../controls/button.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import s from './gallery.module.css';
import { Piece } from './piece.tsx';
import { sampleJson, sampleMarkdown } from './samples.ts';

const labels = {
  copy: 'Copy code',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy',
  image: 'Image, not loaded',
  footnotes: 'Footnotes',
  backToText: 'Back to text',
  taskDone: 'done',
  taskOpen: 'not done',
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
        <Piece title="A reply" wide>
          <div>
            <Button size="sm" onClick={play}>
              Stream
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

const json = JSON.stringify(sampleJson, null, 2);
const readSample = async (offset: number, length: number) =>
  Uint8Array.from({ length }, (_, at) => (offset + at) * 7 + ((offset + at) >> 8));

/** Views of recorded traffic. */
export function GalleryWirePieces() {
  return (
    <>
      <h2>What was on the wire</h2>
      <div className={s.kit}>
        <Piece title="Code view">
          <div className={s.tall}>
            <CodeView text={json} language="json" label="Body" />
          </div>
        </Piece>
        <Piece title="Bytes" wide>
          <div className={s.tall}>
            <HexView
              sizeBytes={5_000_000_000}
              read={readSample}
              label="Bytes of the body"
              loadingText="reading"
              failedText="could not be read"
            />
          </div>
        </Piece>
      </div>
    </>
  );
}
