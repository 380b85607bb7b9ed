import { Download } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import s from './drop-zone.module.css';

export interface DropZoneProps {
  /** What dropping here does, shown over the whole area while files hover. */
  title: string;
  hint?: string | undefined;
  onFiles: (files: File[]) => void;
  /** Receives pasted text that lands outside a text control. Always plain text. */
  onText?: ((text: string) => void) | undefined;
  disabled?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/**
 * An area that takes files by drop and by paste. Dragged text and links are left to the page.
 * It adds no control of its own: the same files must be reachable by a browse button.
 */
export function DropZone({ title, hint, onFiles, onText, disabled, children, className }: DropZoneProps) {
  const depth = useRef(0);
  const [over, setOver] = useState(false);

  const take = (list: FileList) => {
    const files = [...list];
    if (files.length > 0) onFiles(files);
  };
  const onDragEnter = (event: DragEvent) => {
    if (disabled || !holdsFiles(event)) return;
    event.preventDefault();
    depth.current += 1;
    setOver(true);
  };
  const onDragOver = (event: DragEvent) => {
    if (disabled || !holdsFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const onDragLeave = (event: DragEvent) => {
    if (disabled || !holdsFiles(event)) return;
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    depth.current = 0;
    setOver(false);
    if (disabled || !holdsFiles(event)) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (disabled) return;
    if (event.clipboardData.files.length > 0) {
      event.preventDefault();
      take(event.clipboardData.files);
      return;
    }
    const text = event.clipboardData.getData('text/plain');
    if (onText === undefined || text === '' || isTextControl(event.target)) return;
    event.preventDefault();
    onText(text);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the control for it lives inside
    <div
      className={classes(s.zone, className)}
      onDragEnter={onDragEnter}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      {children}
      {over && (
        <div className={s.cover}>
          <Icon of={Download} />
          <b>{title}</b>
          {hint !== undefined && <span>{hint}</span>}
        </div>
      )}
    </div>
  );
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}

function isTextControl(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
