import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '../base/icon.tsx';
import { Button, type ControlSize, IconButton } from './button.tsx';
import { copyText } from './copy-text.ts';

export interface CopyLabels {
  copy: string;
  copied: string;
  /** The text could not be produced. */
  failed: string;
}

export interface CopyButtonProps {
  /** The text, or a function that returns it when it is expensive (a whole recorded body). */
  text: string | (() => string | Promise<string>);
  labels: CopyLabels;
  size?: ControlSize | undefined;
  /** Shows text beside the glyph. */
  withText?: boolean | undefined;
}

type Outcome = 'idle' | 'copied' | 'failed';
const glyph = { idle: Copy, copied: Check, failed: TriangleAlert } as const;

/** Copies text to the clipboard and shows whether that worked, in place and to screen readers. */
export function CopyButton({ text, labels, size = 'sm', withText }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), 1800);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      if (await copyText(typeof text === 'string' ? text : await text())) setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  const word = outcome === 'idle' ? labels.copy : labels[outcome];
  const icon = <Icon of={glyph[outcome]} size="s" />;
  return (
    <>
      {withText ? (
        <Button intent="quiet" size={size} icon={icon} onClick={() => void copy()}>
          {word}
        </Button>
      ) : (
        <IconButton label={word} size={size} icon={icon} onClick={() => void copy()} />
      )}
      <span className="sr-only" role="status">
        {outcome === 'idle' ? '' : word}
      </span>
    </>
  );
}
