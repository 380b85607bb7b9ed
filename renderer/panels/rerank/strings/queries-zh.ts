import { formatCount } from '#shared/format.ts';
import { common } from '../../../lib/i18n/strings/zh/common.ts';
import type { queries as english } from './queries-en.ts';

const count = (queries: number) => `${formatCount(queries)} 条查询`;

/** Strings of the queries of a ranking. */
export const queries: typeof english = {
  count,
  run: (queries) => `重排序 ${count(queries)}`,
  place: (at, all) => `${formatCount(at)} / ${formatCount(all)}`,
  previous: '上一条查询',
  next: '下一条查询',
  label: '查询',
  blank: '空查询',
  topScore: '最高得分',
  state: '状态',
  idle: '未排序',
  keys: '↑ ↓ 选择查询，Enter 查看排序结果，Delete 移除',
  add: '添加查询',
  remove: '移除查询',
  retry: (failed) => `重试 ${formatCount(failed)} 条失败的查询`,
  rankRest: (open) => `排序剩余 ${formatCount(open)} 条`,
  progress: (ended, all) => `已排序 ${formatCount(ended)} / ${formatCount(all)} 条查询`,
  concurrency: '并发数',
  concurrencyHint: '同时发送的请求数。',
  shared: (queries) => `${count(queries)}共用`,
  dialog: {
    title: '添加查询',
    text: '查询',
    placeholder: '每行一条查询',
    add: (queries) => `添加 ${count(queries)}`,
    replace: '全部替换',
    cancel: common.cancel,
    nothing: '请至少输入一条查询。',
  },
  confirm: {
    title: (requests) => `发送 ${formatCount(requests)} 次请求？`,
    body: (queries, models, documents) =>
      `${count(queries)} × ${formatCount(models)} 个模型，每次 ${formatCount(documents)} 个文档。`,
    embeddings: (requests) => `检索还需 ${formatCount(requests)} 次向量请求。`,
    stop: '可以随时停止，已收到的结果会保留。',
    send: '发送',
    cancel: common.cancel,
  },
};
