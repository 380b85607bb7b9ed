import { Buffer } from 'node:buffer';

/** One event of a chat stream, about 160 bytes on the wire, with text of one to four bytes per character. */
export function eventText(index: number): string {
  const word = index % 7 === 0 ? ' wörd 世🚀' : ` token ${index % 1000}`;
  return JSON.stringify({
    id: 'chatcmpl-0123456789',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'bench-model',
    choices: [{ index: 0, delta: { content: word }, finish_reason: index === -1 ? 'stop' : null }],
  });
}

export function eventTexts(count: number): string[] {
  return [...Array.from({ length: count }, (_, index) => eventText(index)), eventText(-1)];
}

export function wireBytes(count: number): Buffer {
  return Buffer.from(
    `${eventTexts(count)
      .map((text) => `data: ${text}\n\n`)
      .join('')}data: [DONE]\n\n`,
  );
}

/** The same bytes in chunks of 1 to 4,096 bytes, the same chunks in every run. */
export function pieces(bytes: Buffer): Buffer[] {
  const cut: Buffer[] = [];
  let seed = 42;
  for (let at = 0; at < bytes.length; ) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    const size = 1 + (seed % 4096);
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
}
