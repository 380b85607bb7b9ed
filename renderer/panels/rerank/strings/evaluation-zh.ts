import { formatCount } from '#shared/format.ts';
import { common } from '../../../lib/i18n/strings/zh/common.ts';
import type {
  queries as english,
  evaluation as englishEvaluation,
  measures as englishMeasures,
} from './evaluation-en.ts';

const judgments = (count: number) => `${formatCount(count)} 条标注`;

/** Strings of the metrics of a ranking. */
export const measures: typeof englishMeasures = {
  label: '指标',
  order: '排序',
  ndcg: (k) => `NDCG@${k}`,
  mrr: 'MRR',
  map: 'MAP',
  recall: (k) => `Recall@${k}`,
  precision: (k) => `P@${k}`,
  first: '首个相关名次',
  gap: '阈值间隔',
  formulas: {
    ndcg: (k) => `前 ${k} 个的 DCG / 理想 DCG；DCG = Σ 等级 / log₂(名次 + 1)。理想排序：全部相关文档按等级从高到低。`,
    mrr: '1 / 首个相关文档的名次，没有则为 0。对查询取平均即为 MRR。',
    map: 'Σ 每个相关文档所在名次的精确率 / 全部相关文档数。对查询取平均即为 MAP。',
    recall: (k) => `前 ${k} 个中的相关文档数 / 全部相关文档数。`,
    precision: (k) => `前 ${k} 个中的相关文档数 / ${k}。`,
    first: '首个相关文档的名次。',
    gap: '高于阈值的最低得分 − 低于阈值的最高得分。',
  },
  given: '原始顺序',
  retrieved: '检索顺序',
  bm25: 'BM25（本地基线）',
  bm25Short: 'BM25（本地）',
  none: '无',
  tick: '标记相关文档或导入标注后，可计算 NDCG、MRR、MAP、召回率和精确率。',
  missed: (count) => `标注中有 ${formatCount(count)} 个相关文档不在列表中，按未命中计算。`,
  mean: (measured, all) =>
    measured === all
      ? `${formatCount(measured)} 条查询的平均值`
      : `${formatCount(measured)} / ${formatCount(all)} 条查询的平均值，其余查询没有排序结果或没有相关文档`,
};

/** Strings of the import of a test set. */
export const evaluation: typeof englishEvaluation = {
  title: '导入评测集',
  open: '导入评测集…',
  import: '导入',
  files: '文件',
  addFile: '添加文件…',
  replace: '替换现有的文档和查询',
  cancel: common.cancel,
  running: '请等待当前任务结束。',
  nothing: '还没有可导入的内容。',
  removeFile: (name) => `移除 ${name}`,
  readAs: (name) => `${name} 的读取方式`,
  roles: { queries: '查询', documents: '文档' },
  formats: { trec: 'TREC qrels', beir: 'BEIR TSV' },
  judgments: (count, format) => `${judgments(count)} · ${format}`,
  entries: (count) => `${formatCount(count)} 条 · JSONL`,
  skipped: (count) => `已跳过 ${formatCount(count)} 行：`,
  unknown: (name) =>
    `${name} 不是评测集文件。支持 TREC qrels、含 query-id、corpus-id、score 列的 TSV，以及含 text、_id 字段的 JSONL。`,
  large: (count) =>
    `每条查询会在一次请求中发送全部 ${count} 个文档，许多网关会拒绝。可开启“先检索，再重排序”，只发送最相近的文档。`,
  problems: {
    columns: (found, expected) => `有 ${formatCount(found)} 列，应为 ${expected} 列。`,
    noId: '查询 ID 或文档 ID 为空。',
    grade: (text) => `等级“${text}”不是整数。`,
    again: (docid, qid, line) => `第 ${formatCount(line)} 行已标注查询 ${qid} 的文档 ${docid}。`,
    notObject: '不是 JSON 对象。',
    missing: (field) => `“${field}”缺失或为空。`,
    twice: (id, line) => `ID ${id} 已在第 ${formatCount(line)} 行使用。`,
  },
  report: {
    adds: (documents, queries) => `将添加 ${formatCount(documents)} 个文档和 ${formatCount(queries)} 条查询。`,
    known: (count) => `${formatCount(count)} 条的 ID 已在列表中，不再导入。`,
    matched: (count) => `${judgments(count)}已匹配。`,
    unknownDocuments: (count) =>
      `${judgments(count)}对应的文档不在列表中。添加这些文档之前，其中的相关文档按未命中计算。`,
    unknownQueries: (count) => `${judgments(count)}对应的查询不在列表中，不会导入。请先导入查询。`,
  },
};

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
