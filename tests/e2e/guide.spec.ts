import { axeViolations } from './support/axe.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';

test('the guide opens at the page of the panel, shows its images, and returns the focus', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  await page.keyboard.press('F1');
  const guide = page.getByRole('dialog', { name: 'Guide' });
  await expect(guide.getByRole('article', { name: 'Chat' })).toBeVisible();
  const shownImage = guide.getByRole('img', { name: 'The chat panel with the wire drawer' });
  await expect.poll(() => shownImage.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  // A link inside the guide leads to the heading it names, without a confirmation.
  await guide.getByRole('button', { name: 'wire drawer', exact: true }).click();
  await expect(guide.getByRole('article', { name: 'Wire' })).toBeVisible();
  await expect(guide.getByRole('heading', { name: 'The drawer' })).toBeInViewport();
  await expect(guide.getByRole('button', { name: 'Wire', exact: true })).toHaveAttribute('aria-current', 'page');
  expect(await axeViolations(page, { part: '[role=dialog]' })).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await expect(message).toBeFocused();
});

test('the guide is reachable without shortcuts, and from a panel without a page of its own', async ({
  page,
  patchbay,
}) => {
  await page.goto(patchbay.address());
  await page.getByRole('button', { name: 'Open guide' }).click();
  const guide = page.getByRole('dialog', { name: 'Guide' });
  await expect(guide.getByRole('article', { name: 'First minute' })).toBeVisible();
  await guide.getByRole('button', { name: 'Terminal', exact: true }).click();
  await expect(guide.getByRole('article').getByRole('heading').first()).toHaveText('Terminal');
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the guide is in Chinese, follows links to headings, and says which page is in English only', async ({
    page,
    patchbay,
  }) => {
    const loadedTexts: string[] = [];
    page.on('request', (request) => loadedTexts.push(...(/\/texts-\w+/.exec(request.url()) ?? [])));
    await page.goto(patchbay.address());
    await page.getByRole('button', { name: '打开指南' }).click();
    const guide = page.getByRole('dialog', { name: '指南' });
    const article = guide.getByRole('article');
    await expect(guide.getByRole('article', { name: '一分钟上手' })).toHaveAttribute('lang', 'zh-CN');
    expect(await axeViolations(page, { part: '[role=dialog]' })).toEqual([]);

    await guide.getByRole('button', { name: '为文档排序' }).click();
    await expect(guide.getByRole('article', { name: '向量和重排序' })).toBeVisible();
    await expect(guide.getByRole('heading', { name: '重排序（g r）' })).toBeInViewport();
    await guide.getByRole('button', { name: '终端', exact: true }).click();
    await guide.getByRole('button', { name: '网关和密钥', exact: true }).click();
    await expect(guide.getByRole('heading', { name: 'Gateway and key' }).first()).toBeInViewport();
    await expect(article).toHaveAttribute('lang', 'en');
    await expect(article).toContainText('此页面暂无中文版');
    expect(loadedTexts).toEqual(['/texts-zh']);
  });
});
