import type { ComponentType } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';
import { Markdown } from '../../../../renderer/ui/markdown/markdown.tsx';

export interface VariantProps {
  text: string;
  live: boolean;
}

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
  drawDiagram: '',
  showSource: '',
  diagram: '',
  diagramFailed: String,
  diagramTooLarge: '',
  diagramTimedOut: '',
};
const none = () => {};
const plugins = [remarkGfm];

/** What is compared. `floor` receives everything and renders nothing. */
export const variants: Record<string, ComponentType<VariantProps>> = {
  floor: () => null,
  own: ({ text, live }) => <Markdown text={text} live={live} labels={labels} onLink={none} />,
  'react-markdown': ({ text }) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>,
  streamdown: ({ text, live }) => (
    <Streamdown isAnimating={live} controls={false}>
      {text}
    </Streamdown>
  ),
};
