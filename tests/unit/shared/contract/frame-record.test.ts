import { expect, test } from 'vitest';
import { readFrameRecord } from '#shared/contract/frame-record.ts';

test('the page reads what the host wrote', () => {
  const record = { settings: { panel: { id: 'chat' } }, hasConnections: true, hasOwnPaths: false };
  expect(readFrameRecord(JSON.stringify(record))).toEqual(record);
  expect(readFrameRecord(null)).toBeNull();
});
