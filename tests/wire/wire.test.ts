import { describe, expect, test } from 'vitest';
import { routes } from '#shared/protocol/table.ts';
import { program } from '../support/cli/run-here.ts';
import { formIn, readPieces, told } from '../support/readers/read-answer.ts';
import { bodyOf, readCases, type WireCase } from '../support/wire/case.ts';
import { playCase } from '../support/wire/play-case.ts';

describe.each(readCases())('$file: $wire.title', ({ wire }) => {
  const { response } = wire.exchanges?.[0] ?? {};
  test.runIf(wire.reading && response)('is read right, whole, byte by byte and at every cut', () => {
    const bytes = bodyOf(response!);
    const { reader } = routes[wire.route!];
    const headers = Object.entries({ 'content-type': response!.type ?? 'application/json', ...response!.headers });
    const head = { status: response!.status ?? 200, streamAsked: wire.streamed === true, headers };
    const read = (pieces: Uint8Array[]) => readPieces(reader, pieces, head);
    const whole = read([bytes]);
    expect(told(whole.parts)).toEqual(wire.reading);
    if (wire.form) expect(formIn(whole.parts) ?? []).toEqual(wire.form);
    expect(whole.ending.verdict).toBe(wire.verdict ?? 'complete');
    expect(whole.ending.error?.code).toBe(wire.code);
    const text = JSON.stringify(whole);
    expect(JSON.stringify(read([...bytes].map((byte) => Uint8Array.of(byte))))).toBe(text);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(JSON.stringify(read([bytes.subarray(0, cut), bytes.subarray(cut)])) === text, `cut at ${cut}`).toBe(true);
  });

  test.runIf(wire.args)('is told right in the terminal', async () => {
    const { code, stdout, stderr, received } = await runCase(wire);
    for (const text of wire.stdout ?? []) expect(stdout).toContain(text);
    for (const text of wire.stderr ?? []) expect(stderr).toContain(text);
    for (const text of wire.never ?? []) expect(stdout + stderr).not.toContain(text);
    expect(code, stderr).toBe(wire.exit ?? 0);
    for (const [at, { request, sends }] of (wire.exchanges ?? []).entries()) {
      expect(received[at]?.request).toBe(request);
      if (sends) expect(received[at]?.body).toMatchObject(sends);
    }
  });
});

async function runCase(wire: WireCase) {
  const { url, received, close } = await playCase(wire);
  try {
    const args = [...(wire.args ?? []), '--base-url', url, '--no-history'];
    const ran = await program(args, { env: { PATCHBAY_API_KEY: 'sk-wire-corpus' }, input: wire.input ?? '' });
    return { ...ran, received };
  } finally {
    await close();
  }
}
