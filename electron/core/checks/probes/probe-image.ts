import { crc32, deflateSync } from 'node:zlib';

const side = 256;

/** A grey square of 256 by 256 as PNG: an input that image edits take. */
export function probeImage(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 8 bits, colour with transparency.
  head.set([8, 6], 8);
  const row = Buffer.alloc(1 + side * 4, 160);
  row[0] = 0;
  for (let pixel = 0; pixel < side; pixel++) row[1 + pixel * 4 + 3] = 255;
  const rows = Buffer.concat(Array.from({ length: side }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
