import { expect, test } from 'vitest';
import { decodeStrictly, guessEncoding, statedEncoding } from '../../../../../renderer/lib/corpus/guess-encoding.ts';

/** The encoding, a text, and its bytes in that encoding as base64, written by another program. */
const written = [
  [
    'windows-1252',
    'Le café près de l’hôtel était fermé. Grüße aus Köln, señor.',
    'TGUgY2Fm6SBwcuhzIGRlIGySaPR0ZWwg6XRhaXQgZmVybekuIEdy/N9lIGF1cyBL9mxuLCBzZfFvci4=',
  ],
  [
    'gb18030',
    '退款会在五个工作日内退回原来的支付卡，如果没有到账可以查询。',
    'zcu/7rvh1NrO5bj2uaTX98jVxNrNy7vY1K3AtLXE1qe4tr+oo6zI57n7w7vT0LW91cu/ydLUsunRr6Gj',
  ],
  [
    'big5',
    '退款會在五個工作日內退回原來的支付卡，如果沒有到帳可以查詢。',
    'sGi02rd8pmKkra3TpHWnQKTppLqwaKZereyo06q6pOSlSaVkoUGmcKpHqFOms6jssWKlaaVIrGS436FD',
  ],
  [
    'shift_jis',
    '返金は５営業日以内に元のカードに戻ります。届いていない場合はお問い合わせください。',
    'ldSL4ILNglSJY4vGk/qIyJPggsmMs4LMg0qBW4NogsmW34LogtyCt4FCk82CooLEgqKCyIKij+qNh4LNgqiW4oKijYeC7YK5gq2CvoKzgqKBQg==',
  ],
  [
    'euc-kr',
    '환불은 영업일 기준 5일 이내에 원래 카드로 지급됩니다. 도착하지 않으면 문의하세요.',
    'yK+60sC6IL+1vvfAzyCx4sHYIDXAzyDAzLO7v6Egv/i3oSDEq7Xlt84gwfax3rXLtM+02S4gtbXC+MfPwfYgvsrAuLjpILmuwMfHz7y8v+Qu',
  ],
  [
    'windows-1251',
    'Возврат поступит на исходную карту в течение пяти рабочих дней.',
    'wu7n4vDg8iDv7vHy8+/o8iDt4CDo8fXu5O3z/iDq4PDy8yDiIPLl9+Xt6OUg7//y6CDw4OHu9+j1IOTt5eku',
  ],
  [
    'utf-16le',
    'Refunds take five days. Café.',
    'UgBlAGYAdQBuAGQAcwAgAHQAYQBrAGUAIABmAGkAdgBlACAAZABhAHkAcwAuACAAQwBhAGYA6QAuAA==',
  ],
  [
    'utf-16be',
    'Refunds take five days. Café.',
    'AFIAZQBmAHUAbgBkAHMAIAB0AGEAawBlACAAZgBpAHYAZQAgAGQAYQB5AHMALgAgAEMAYQBmAOkALg==',
  ],
] as const;

test.each(written)('guesses %s', (encoding, text, base64) => {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  expect(guessEncoding(bytes)).toBe(encoding);
  expect(new TextDecoder(encoding).decode(bytes)).toBe(text);
});

test('bytes with control characters are no text, and a mark states the encoding', () => {
  expect(guessEncoding(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))).toBeNull();
  expect(statedEncoding(new Uint8Array([0xfe, 0xff, 0, 0x41]))).toBe('utf-16be');
  expect(statedEncoding(new Uint8Array([0xef, 0xbb, 0xbf]))).toBe('utf-8');
  expect(statedEncoding(new Uint8Array([0x41]))).toBeNull();
});

test('strict decoding refuses what is not written in the encoding', () => {
  expect(decodeStrictly(new Uint8Array([0xe9]), 'utf-8')).toBeNull();
  expect(decodeStrictly(new Uint8Array([0x41, 0]), 'utf-8')).toBeNull();
  expect(decodeStrictly(new Uint8Array([0xe9]), 'windows-1252')).toBe('é');
});
