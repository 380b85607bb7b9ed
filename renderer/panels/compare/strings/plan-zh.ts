import { formatCount } from '#shared/format.ts';
import { common } from '../../../lib/i18n/strings/zh/common.ts';
import type { plan as english } from './plan-en.ts';

/** Strings of what a run would send, and where it stops. */
export const plan: typeof english = {
  sheetTitle: '运行表格',
  lanesTitle: '运行对比',
  resumeTitle: '继续运行',
  cancel: common.cancel,
  planning: '正在生成计划。',
  blocked: '请先解决问题。',
  text: (calls, tokens) =>
    `${calls} 个请求，约 ${tokens} token。此为粗略估算：输入按提示词长度计算，输出按对比项的 token 上限计算。`,
  cost: (money) => `按同一估算的费用：${money}。`,
  unpriced: (letters) => `以下对比项没有价格，未计入费用：${letters}。`,
  unlimited: (letters) => `以下对比项没有 token 上限，输出未计入估算：${letters}。`,
  judge: (calls, tokens) => `之后向评审模型发送 ${calls} 个请求，约 ${tokens} token。`,
  judgeCost: (calls, tokens, money) => `之后向评审模型发送 ${calls} 个请求，约 ${tokens} token，${money}。`,
  willStop: (calls) => `受下方上限限制，运行会在 ${calls} 个请求后停止。`,
  resume: (count, used) => `${formatCount(count)} 个请求尚未发送。目前已用：${used}。上限按整个运行计算。`,
  used: (calls, tokens) => `${calls} 个请求、${tokens} token`,
  usedCost: (calls, tokens, money) => `${calls} 个请求、${tokens} token、${money}`,
  concurrency: '并发数',
  perMinute: '每分钟最多请求数',
  maxRequests: '最多请求数',
  maxTokens: '最多 token',
  maxCost: '最高费用',
  noLimit: '无上限',
  start: (_count, calls) => `发送 ${calls} 个请求`,
};
