import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { charsPerToken, corpus } from '../../markdown/corpus.ts';
import Feeder from '../../markdown/page/feeder.ts?worker';
import { laneCount, tokensPerSecond } from '../sizes.ts';

const plugins = [remarkGfm];
const lanes = Array.from({ length: laneCount }, (_, at) => at);

/** A lane as it is written first: its text is state, set for each chunk, and rendered from the start. */
function PlainLane() {
  const [text, setText] = useState('');
  useEffect(() => {
    const feeder = new Feeder();
    feeder.onmessage = ({ data }: MessageEvent<string | null>) => setText((now) => now + (data ?? ''));
    feeder.postMessage({ text: corpus('mixed', 50_000), from: 0, perSecond: tokensPerSecond, charsPerToken });
    return () => feeder.terminate();
  }, []);
  return (
    <article style={{ flex: '0 0 320px', height: 500, overflow: 'auto' }}>
      <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>
    </article>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <div style={{ display: 'flex', overflow: 'auto' }}>
    {lanes.map((at) => (
      <PlainLane key={at} />
    ))}
  </div>,
);
