import type { TranscriptSegment } from '#shared/protocol/part.ts';

const timing = /(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;

/** Parses SRT and VTT into segments; empty when the text is neither. */
export function readSubtitles(text: string): TranscriptSegment[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => timing.test(line));
      const found = timing.exec(lines[at] ?? '');
      if (!found) return [];
      const seconds = (first: number) =>
        Number(found[first] ?? 0) * 3600 +
        Number(found[first + 1]) * 60 +
        Number(found[first + 2]) +
        Number((found[first + 3] ?? '0').padEnd(3, '0')) / 1000;
      const cueText = lines
        .slice(at + 1)
        .join(' ')
        .trim();
      const speaker = /^<v(?:\.\S+)? ([^>]+)>/.exec(cueText)?.[1] ?? null;
      return [{ start: seconds(1), end: seconds(5), text: cueText.replace(/<[^<>]*>/g, ''), speaker }];
    });
}

function clock(seconds: number, mark: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
}

/** Fills in missing times of segments from their neighbors. */
function timed(segments: readonly TranscriptSegment[]) {
  return segments.map(({ start, end, text, speaker }, at) => {
    const from = start ?? segments[at - 1]?.end ?? 0;
    return { from, to: end ?? segments[at + 1]?.start ?? from + 2, text: text.trim(), speaker };
  });
}

export const writeSrt = (segments: readonly TranscriptSegment[]): string =>
  timed(segments)
    .map(
      ({ from, to, text, speaker }, at) =>
        `${at + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${speaker ? `${speaker}: ` : ''}${text}\n`,
    )
    .join('\n');

export const writeVtt = (segments: readonly TranscriptSegment[]): string =>
  `WEBVTT\n\n${timed(segments)
    .map(
      ({ from, to, text, speaker }) =>
        `${clock(from, '.')} --> ${clock(to, '.')}\n${speaker ? `<v ${speaker}>` : ''}${text}\n`,
    )
    .join('\n')}`;
