import type { ComponentType } from 'react';
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

/** What is compared. `floor` receives everything and renders nothing. */
export const variants: Record<string, ComponentType<VariantProps>> = {
  floor: () => null,
  own: ({ text, live }) => <Markdown text={text} live={live} labels={labels} onLink={none} />,
};
