import { writeFileSync } from 'node:fs';

/** Value types of GGUF metadata (`gguf.md` of ggml). */
const type = { uint32: 4, int32: 5, float32: 6, string: 8, array: 9 } as const;
const alignment = 32;
/** Specials, and one token per byte. */
const specials = ['<unk>', '<s>', '</s>'];
const tokens = [
  ...specials,
  ...Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`),
];
const width = 32;
const hidden = 64;

/**
 * Writes a language model with one layer and arbitrary weights in the format of llama.cpp, a few kilobytes: it generates
 * nonsense, as many tokens as it may.
 */
export function writeTinyModel(file: string): void {
  const shapes: [name: string, shape: number[]][] = [
    ['token_embd.weight', [width, tokens.length]],
    ['output_norm.weight', [width]],
    ['output.weight', [width, tokens.length]],
    ['blk.0.attn_norm.weight', [width]],
    ...(['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) => [`blk.0.${name}.weight`, [width, width]]) as [
      string,
      number[],
    ][]),
    ['blk.0.ffn_norm.weight', [width]],
    ['blk.0.ffn_gate.weight', [width, hidden]],
    ['blk.0.ffn_up.weight', [width, hidden]],
    ['blk.0.ffn_down.weight', [hidden, width]],
  ];
  const meta = [
    pair('general.architecture', type.string, text('llama')),
    pair('general.name', type.string, text('tiny')),
    ...Object.entries({
      context_length: 512,
      embedding_length: width,
      block_count: 1,
      feed_forward_length: hidden,
      vocab_size: tokens.length,
      'rope.dimension_count': 8,
      'attention.head_count': 4,
      'attention.head_count_kv': 4,
    }).map(([name, value]) => pair(`llama.${name}`, type.uint32, uint32(value))),
    pair('llama.attention.layer_norm_rms_epsilon', type.float32, float32(1e-5)),
    pair('tokenizer.ggml.model', type.string, text('llama')),
    pair('tokenizer.ggml.tokens', type.array, list(type.string, tokens.map(text))),
    pair(
      'tokenizer.ggml.scores',
      type.array,
      list(
        type.float32,
        tokens.map(() => float32(0)),
      ),
    ),
    // 2 is unknown, 3 control, 6 a byte.
    pair(
      'tokenizer.ggml.token_type',
      type.array,
      list(
        type.int32,
        tokens.map((_, at) => uint32(at === 0 ? 2 : at < specials.length ? 3 : 6)),
      ),
    ),
    pair('tokenizer.ggml.bos_token_id', type.uint32, uint32(1)),
    pair('tokenizer.ggml.eos_token_id', type.uint32, uint32(2)),
    pair('tokenizer.ggml.unknown_token_id', type.uint32, uint32(0)),
  ];
  let offset = 0;
  const infos: Buffer[] = [];
  const data: Buffer[] = [];
  for (const [name, shape] of shapes) {
    const bytes = weights(shape, name);
    infos.push(text(name), uint32(shape.length), ...shape.map(uint64), uint32(0), uint64(offset));
    data.push(padded(bytes, offset));
    offset += padded(bytes, offset).length;
  }
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(shapes.length),
    uint64(meta.length),
    ...meta,
    ...infos,
  ]);
  writeFileSync(file, Buffer.concat([padded(head, 0), ...data]));
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const uint64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const float32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.concat([uint64(Buffer.byteLength(value)), Buffer.from(value)]);
const pair = (name: string, kind: number, value: Buffer): Buffer => Buffer.concat([text(name), uint32(kind), value]);
const list = (kind: number, items: readonly Buffer[]): Buffer =>
  Buffer.concat([uint32(kind), uint64(items.length), ...items]);
const padded = (bytes: Buffer, at: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((alignment - ((at + bytes.length) % alignment)) % alignment)]);

/** Norms are one; everything else is small and repeats, so that every build has the same model. */
function weights(shape: readonly number[], name: string): Buffer {
  const count = shape.reduce((all, size) => all * size, 1);
  const values = Array.from({ length: count }, (_, at) =>
    name.includes('norm') ? 1 : Math.sin(at * 12.9898 + name.length) * 0.2,
  );
  return Buffer.concat(values.map(float32));
}
