import { Buffer } from 'node:buffer';
import type { VectorEncoding } from '#shared/protocol/part.ts';

/** The values of one vector. */
export interface VectorValues {
  values: number[];
  encoding: VectorEncoding;
  /** Places that hold no number; 0 stands there. */
  invalid: number[];
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const floatBytes = 4;

/**
 * Reads a vector in either of its forms: JSON numbers, or 32-bit floats, little end first, in base64. Gateways send either
 * whatever was asked for, so only the JSON type tells. `null` for anything else, also for base64 that was cut.
 */
export function readVectorValues(value: unknown): VectorValues | null {
  if (typeof value === 'string') return fromBase64(value.trim());
  // Some servers wrap each vector in a list of one.
  const list: unknown = Array.isArray(value) && value.length === 1 && Array.isArray(value[0]) ? value[0] : value;
  if (!Array.isArray(list) || list.length === 0) return null;
  return list.every((entry) => typeof entry === 'number' || entry === null) ? cleaned(list, 'float') : null;
}

function fromBase64(text: string): VectorValues | null {
  if (text === '' || !base64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % floatBytes !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = Array.from({ length: bytes.length / floatBytes }, (_, place) =>
    view.getFloat32(place * floatBytes, true),
  );
  return cleaned(values, 'base64');
}

/** What is no number travels on no wire. */
function cleaned(found: (number | null)[], encoding: VectorEncoding): VectorValues {
  const invalid: number[] = [];
  const values = found.map((value, place) => {
    if (value !== null && Number.isFinite(value)) return value;
    invalid.push(place);
    return 0;
  });
  return { values, encoding, invalid };
}
