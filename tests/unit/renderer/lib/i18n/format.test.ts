import { expect, test, vi } from 'vitest';
import {
  compareNames,
  dayGroup,
  formatAgo,
  formatBytes,
  formatMs,
  formatNumber,
  formatPercent,
  formatPosition,
  formatRate,
  formatTime,
  formatWhen,
  futureLast,
} from '../../../../../renderer/lib/i18n/format.ts';

test.each([
  [0, '0 ms'],
  [0.44, '0.4 ms'],
  [1, '1 ms'],
  [412.4, '412 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [3200, '3.2 s'],
  [59_940, '59.9 s'],
  [59_960, '1:00'],
  [64_000, '1:04'],
  [3_599_900, '1:00:00'],
  [7_500_000, '2:05:00'],
])('%d ms is %s', (ms, shown) => expect(formatMs(ms)).toBe(shown));

test.each([
  [0, '0:00.0'],
  [166, '0:00.2'],
  [11_049, '0:11.0'],
  [59_960, '1:00.0'],
  [724_000, '12:04.0'],
  [3_725_000, '1:02:05.0'],
])('%d ms after the start is %s', (ms, shown) => expect(formatPosition(ms)).toBe(shown));

test.each([
  [0, '0 B'],
  [231, '231 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [12_400, '12.4 KB'],
  [999_400, '999 KB'],
  [999_600, '1.0 MB'],
  [3_000_000, '3.0 MB'],
  [1_200_000_000, '1.2 GB'],
])('%d bytes are %s', (bytes, shown) => expect(formatBytes(bytes)).toBe(shown));

test('numbers, rates and shares', () => {
  expect(formatNumber(33_412)).toBe('33,412');
  expect(formatRate(38.24)).toBe('38.2');
  expect(formatRate(412.3)).toBe('412');
  expect(formatPercent(0.213)).toBe('21%');
});

test('a time is shown as briefly as it stays unambiguous', () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime();
  const at = (...when: [number, number, number, number, number]) => new Date(...when).getTime();
  expect(formatWhen(at(2026, 10, 21, 14, 2), now)).toBe('14:02');
  expect(formatWhen(at(2026, 10, 17, 9, 5), now)).toBe('Tue 09:05');
  expect(formatWhen(at(2026, 8, 12, 9, 5), now)).toBe('Sep 12');
  expect(formatWhen(at(2025, 8, 12, 9, 5), now)).toBe('Sep 12, 2025');
});

test('days are grouped by midnights and not by hours', () => {
  const now = new Date(2026, 10, 21, 0, 5).getTime();
  expect(dayGroup(new Date(2026, 10, 21, 0, 0).getTime(), now)).toBe('today');
  expect(dayGroup(new Date(2026, 10, 20, 23, 59).getTime(), now)).toBe('yesterday');
  expect(dayGroup(new Date(2026, 10, 19, 12, 0).getTime(), now)).toBe('week');
  expect(dayGroup(new Date(2026, 10, 1, 12, 0).getTime(), now)).toBe('earlier');
});

test('a future time is dated as such, and its row comes last', () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime();
  const [ahead, past] = [new Date(2107, 1, 3, 4, 5).getTime(), now - 86_400_000];
  expect(dayGroup(ahead, now)).toBe('ahead');
  expect(formatWhen(ahead, now)).toBe('Feb 3, 2107');
  expect(formatAgo(ahead, now)).toBe('Feb 3, 2107');
  expect(formatAgo(now + 5000, now)).toBe('now');
  expect(futureLast([ahead, now, past], (at) => at, now)).toEqual([now, past, ahead]);
});

test('a day of 25 hours is one day', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  try {
    expect(new Date(2026, 9, 26).getTimezoneOffset()).toBe(-60);
    // Clocks were set back on 25 October 2026, at 3 in the morning.
    const now = new Date(2026, 9, 26, 9, 0).getTime();
    expect(dayGroup(new Date(2026, 9, 25, 0, 30).getTime(), now)).toBe('yesterday');
    expect(dayGroup(new Date(2026, 9, 19, 0, 30).getTime(), now)).toBe('week');
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('dates, relative times and the order of names follow the language of the page', () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime();
  const at = (...when: [number, number, number, number, number]) => new Date(...when).getTime();
  vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } });
  try {
    expect(formatWhen(at(2026, 10, 17, 9, 5), now)).toBe('周二 09:05');
    expect(formatWhen(at(2025, 8, 12, 9, 5), now)).toBe('2025年9月12日');
    expect(formatAgo(now - 18 * 60_000, now)).toBe('18分钟前');
    expect(formatNumber(33_412)).toBe('33,412');
    expect(formatMs(64_000)).toBe('1:04');
    expect(['中文', '阿里', 'beta 10', 'beta 9', 'Alpha'].sort(compareNames)).toEqual([
      '阿里',
      '中文',
      'Alpha',
      'beta 9',
      'beta 10',
    ]);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(formatWhen(at(2026, 10, 17, 9, 5), now)).toBe('Tue 09:05');
  expect(formatTime(at(2026, 10, 21, 0, 5))).toBe('00:05:00');
});
