import { useEffect, useRef, useState } from 'react';
import { classes } from '../base/class-names.ts';
import { useRowWindow } from '../lists/use-row-window.ts';
import s from './code.module.css';

interface HexViewProps {
  sizeBytes: number;
  /** Returns `length` bytes from `offset`; only visible ones are requested. A new source is a new function. */
  read: ReadBytes;
  label: string;
  loadingText: string;
  failedText: string;
  className?: string | undefined;
}

const rowPx = 18;

/** A hex dump: offset, sixteen bytes, printable characters. Reads only the pages in view. */
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

const bytesPerRow = 16;

/** `00001a40`: the offset of a row, as wide as the last offset needs (eight digits at least). */
export function formatOffset(offset: number, sizeBytes: number): string {
  const digits = Math.max(8, Math.max(0, sizeBytes - 1).toString(16).length);
  return offset.toString(16).padStart(digits, '0');
}

/** `48 65 6c 6c 6f 20 77 6f  72 6c 64`: two groups of eight, padded so that the next column stays aligned. */
export function formatBytes(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytesPerRow; at += 1) {
    const byte = bytes[at];
    out += byte === undefined ? '  ' : byte.toString(16).padStart(2, '0');
    out += at === 7 ? '  ' : at === bytesPerRow - 1 ? '' : ' ';
  }
  return out;
}

/** The printable ASCII of a row; everything else is a dot. */
export function formatAscii(bytes: Uint8Array): string {
  let out = '';
  for (const byte of bytes) out += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
  return out;
}

const pageBytes = 16_384;
const keptPages = 64;

type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;
type Page = { state: 'failed' } | { state: 'ready'; bytes: Uint8Array };
type Pages = ReadonlyMap<number, Page>;

/**
 * Returns pages of a byte source from `first` to `last`, read when they come into view. A page that is not in the
 * result is still being read. A failed page is requested again when it comes back into view.
 */
function useBytePages(sizeBytes: number, read: ReadBytes, first: number, last: number): Pages {
  const [known, setKnown] = useState<{ read: ReadBytes; pages: Pages }>({ read, pages: new Map() });
  const asked = useRef<{ read: ReadBytes; pages: Set<number> }>({ read, pages: new Set() });
  const pages = known.read === read ? known.pages : new Map<number, Page>();

  useEffect(() => {
    if (asked.current.read !== read) asked.current = { read, pages: new Set() };
    const open = asked.current.pages;
    const settle = (number: number, page: Page) => {
      if (page.state === 'failed') open.delete(number);
      setKnown((before) => {
        const next = new Map(before.read === read ? before.pages : []);
        next.set(number, page);
        for (const oldest of next.keys()) {
          if (next.size <= keptPages) break;
          next.delete(oldest);
          open.delete(oldest);
        }
        return { read, pages: next };
      });
    };
    for (let number = first; number <= last; number += 1) {
      if (open.has(number)) continue;
      open.add(number);
      const offset = number * pageBytes;
      read(offset, Math.min(pageBytes, sizeBytes - offset)).then(
        (bytes) => settle(number, { state: 'ready', bytes }),
        () => settle(number, { state: 'failed' }),
      );
    }
  }, [sizeBytes, read, first, last]);
  return pages;
}
