import { openClient } from '../support/open-client.ts';
import type { Patchbay } from '../support/patchbay-process.ts';
import { cards, openImages, stage } from './support/image-steps.ts';
import { expect, panelIsThere, test } from './support/patchbay.ts';

const id = '0123456789abcdef';
const createdAt = 1_795_000_000_000;

/** Stores a text edit as the version with that mode did. */
async function storeTextEdit(patchbay: Patchbay): Promise<void> {
  const { client, close } = await openClient(patchbay.address());
  const { connectionId } = await client.demo.start({});
  const call = {
    ...{ exchangeId: null, startedAt: createdAt, state: 'done', stage: null, pictures: [], previews: [] },
    ...{ texts: ['THE BOAT', 'The Boat'], failure: null, sent: 'answered', warnings: [], usage: null, endMs: 812 },
  };
  const order = {
    ...{ routeId: 'edits', family: 'text', model: 'demo-edit', connectionId, connectionName: 'Demo gateway' },
    ...{ keyId: null, prompt: 'Make it upper case', input: 'the boat', fields: { n: 2 }, inputs: [] },
    ...{ mask: null, fieldStyle: 'auto', split: false },
  };
  await client.library.save({
    ...{ id, panel: 'images', title: order.prompt, starred: false, model: order.model, revision: 0 },
    note: `d|t|${createdAt.toString(36)}|mk|||0|||`,
    content: JSON.stringify({ id, createdAt, order, parent: null, calls: [call], thumb: null }),
    passages: [{ messageId: '0', text: order.prompt }],
  });
  close();
}

test('a text edit of an earlier version is readable, and is sent again from Request', async ({ page, patchbay }) => {
  await storeTextEdit(patchbay);
  await openImages(page, patchbay);
  await expect(cards(page)).toContainText('Text');
  await cards(page).click();
  await expect(stage(page).getByRole('region', { name: 'Before' })).toContainText('the boat');
  await expect(stage(page).getByRole('region', { name: 'Instruction' })).toContainText('Make it upper case');
  await expect(stage(page).getByRole('region', { name: 'Choice 1 of 2' })).toContainText('THE BOAT');
  await expect(stage(page).getByRole('region', { name: 'Choice 2 of 2' })).toContainText('The Boat');
  await expect(page.getByRole('radio', { name: 'Generate' })).toBeChecked();
  await expect(stage(page).getByRole('button', { name: 'Send again' })).toHaveCount(0);
  await stage(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Open in Request' }).click();
  await panelIsThere(page, 'Request');
  await expect(page.getByRole('textbox', { name: 'model', exact: true })).toHaveValue('demo-edit');
  await expect(page.getByRole('textbox', { name: 'input', exact: true })).toHaveValue('the boat');
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('THE BOAT');
});
