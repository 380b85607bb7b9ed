import type { Page } from '@playwright/test';
import { frame as chinese } from '../../renderer/lib/i18n/strings/zh/frame.ts';
import { axeViolations } from './support/axe.ts';
import { englishSentences } from './support/english-sentences.ts';
import { labelsThatDoNotFit } from './support/labels.ts';
import { expect, openDemoChat, panelIsThere, test } from './support/patchbay.ts';

/** Selects a language in the palette, whatever is open. */
async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill(name);
  await page.getByRole('option', { name }).press('Enter');
}

const lang = (page: Page) => page.locator('html').getAttribute('lang');

/** What can be wrong in one language and right in another; colors and structure are checked in English. */
const rulesOfWords = [
  'aria-command-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'form-field-multiple-labels',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'label',
  'label-content-name-mismatch',
  'landmark-unique',
  'link-name',
  'valid-lang',
];

/** What a user can read or hear on the page, except for what is marked as another language. */
const readable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walk = (element: Element) => {
      if (element.getAttribute('lang') === 'en' || !element.checkVisibility()) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-description', 'alt'])
        texts.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) {
        if (node instanceof Element) walk(node);
        else if (node instanceof Text) texts.push(node.data);
      }
    };
    walk(document.body);
    return texts.map((text) => text.trim()).filter(Boolean);
  });

test('the language is changed in the middle of a reply, at once and without loss', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: /model/i }).fill('demo-long');
  await page.getByRole('combobox', { name: /model/i }).press('Enter');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Explain what a patch bay is');
  await message.press('Enter');
  const answer = page.getByRole('article').last();
  await expect(answer).toHaveAttribute('aria-busy', 'true');
  await expect(answer).toContainText(/\w+ \w+ \w+/);
  await message.fill('the next turn, half writ');
  const field = await message.elementHandle();

  await chooseLanguage(page, '语言：简体中文');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('main', { name: '聊天', exact: true })).toBeVisible();
  // The same reply continues to arrive, and the same field contains what was typed.
  await expect(answer).toHaveAttribute('aria-busy', 'true');
  expect(await field?.evaluate((element) => element.isConnected && (element as HTMLTextAreaElement).value)).toBe(
    'the next turn, half writ',
  );
  await expect(page.getByRole('textbox', { name: '消息' })).toHaveValue('the next turn, half writ');
  await page.getByRole('button', { name: '停止' }).click();
  await expect(answer).toHaveAttribute('aria-busy', 'false');
  await expect(answer).toContainText('已手动停止');

  // The core writes its verdicts in the language shown.
  await page.keyboard.press('Control+j');
  await page.getByRole('tab', { name: '耗时' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(/流式返回 \d+ 个事件.*随后手动停止。/);

  await page.reload();
  await panelIsThere(page, '聊天');
  expect(await lang(page)).toBe('zh-CN');
  await expect(page.getByRole('textbox', { name: '消息' })).toHaveValue('the next turn, half writ');

  await page.getByRole('link', { name: '设置' }).click();
  await panelIsThere(page, '设置');
  await page.getByRole('radio', { name: 'English' }).click();
  await panelIsThere(page, 'Settings');
  expect(await lang(page)).toBe('en');
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.keyboard.press('Control+j');
  await page.getByRole('tab', { name: 'Timing' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(/Streamed \d+ events.*then was stopped by you\./);
});

test.describe('on a system set to Chinese', () => {
  test.use({ locale: 'zh-CN', contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1440, height: 900 } });

  test('every panel is fully translated and accessible from the first run on', async ({ page, patchbay }) => {
    test.slow();
    const sentences = englishSentences();
    const examine = async (panel: string) => {
      const texts = await readable(page);
      expect(
        texts.filter((text) => sentences.some((sentence) => text.includes(sentence))),
        panel,
      ).toEqual([]);
      expect(await labelsThatDoNotFit(page), panel).toEqual([]);
      expect(await axeViolations(page, { only: rulesOfWords }), panel).toEqual([]);
    };
    await page.goto(patchbay.address());
    await panelIsThere(page, chinese.panels.welcome);
    await examine('welcome');
    await page.getByRole('button', { name: /启动演示网关/ }).click();
    await panelIsThere(page, chinese.panels.chat);
    await expect(page.getByTestId('status-connection')).toContainText(chinese.health.ok);
    for (const [panel, name] of Object.entries(chinese.panels)) {
      if (panel === 'welcome') continue;
      await page.getByRole('link', { name, exact: true }).click();
      await panelIsThere(page, name);
      await examine(panel);
    }
  });
});
