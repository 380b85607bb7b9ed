import { classes } from '../base/class-names.ts';
import { useRowWindow } from '../lists/use-row-window.ts';
import { bytesPerRow, formatAscii, formatBytes, formatOffset } from './hex-row.ts';
import s from './hex-view.module.css';
import { type Page, pageBytes, type ReadBytes, useBytePages } from './use-byte-pages.ts';

export interface HexViewProps {
  sizeBytes: number;
  /** Gives `length` bytes from `offset`; only what is looked at is asked for. A new source is a new function. */
  read: ReadBytes;
  label: string;
  loadingText: string;
  failedText: string;
  className?: string | undefined;
}

const rowPx = 18;

/** Bytes as they are: offset, sixteen bytes, printable characters. Reads only the pages in view. */
export function HexView({ sizeBytes, read, label, loadingText, failedText, className }: HexViewProps) {
  const window = useRowWindow(Math.ceil(sizeBytes / bytesPerRow), rowPx);
  const pageOf = (row: number) => Math.floor((row * bytesPerRow) / pageBytes);
  const lastPage = window.last > window.first ? pageOf(window.last - 1) : -1;
  const pages = useBytePages(sizeBytes, read, pageOf(window.first), lastPage);
  const drawn = Array.from({ length: Math.max(0, window.last - window.first) }, (_, i) => window.first + i);
  return (
    <section
      ref={window.viewportRef}
      className={classes(s.view, className)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
    >
      <div className={s.spacer} style={{ height: window.spacerPx }}>
        <pre className={s.rows} style={{ transform: `translateY(${window.offsetPx}px)` }}>
          {drawn.map((row) => (
            <div key={row} className={s.row}>
              <span className={s.offset}>{formatOffset(row * bytesPerRow, sizeBytes)}</span>
              <RowBytes
                page={pages.get(pageOf(row))}
                from={(row * bytesPerRow) % pageBytes}
                loadingText={loadingText}
                failedText={failedText}
              />
            </div>
          ))}
        </pre>
      </div>
    </section>
  );
}

interface RowBytesProps {
  page: Page | undefined;
  from: number;
  loadingText: string;
  failedText: string;
}

function RowBytes({ page, from, loadingText, failedText }: RowBytesProps) {
  if (!page) return <span className={s.offset}>{loadingText}</span>;
  if (page.state === 'failed') return <span className={s.failed}>{failedText}</span>;
  const bytes = page.bytes.subarray(from, from + bytesPerRow);
  return (
    <>
      <span>{formatBytes(bytes)}</span>
      <span className={s.ascii}>{formatAscii(bytes)}</span>
    </>
  );
}
