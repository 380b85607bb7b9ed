import { formatCount } from '#shared/format.ts';
import type { EmbedBatch } from '../../../lib/corpus/embed-texts.ts';
import { common } from '../../../lib/i18n/strings/zh/common.ts';
import type { VectorFacts, VectorVerdict } from '../../../lib/vectors/vector-facts.ts';
import type { embeddings as english } from './en.ts';

const batchStates: Record<EmbedBatch['state'], string> = {
  done: '已完成',
  short: '缺少向量',
  split: '被拒绝，已拆分',
  failed: '失败',
  stopped: '已停止',
};

const verdicts: Record<VectorVerdict, string> = {
  none: '无向量',
  zero: '零向量',
  'all-equal': '全部相同',
  'mixed-dimensions': '维数不一致',
  fewer: '缺少向量',
  'some-equal': '有重复向量',
  unnormalized: '未归一化',
  sound: '已归一化',
};

/** The problem, if any, and the figures. */
function verdictLabels(verdict: VectorVerdict, facts: VectorFacts, encoding: string | null): string {
  const { zero, equal, dimensions, leastNorm, greatestNorm, vectors, texts: count } = facts;
  const trouble: Record<VectorVerdict, string> = {
    none: '所有文本都没有向量。',
    zero: `${formatCount(vectors)} 个向量中有 ${formatCount(zero)} 个全为零，无法比较。`,
    'all-equal': '文本不同，但所有向量都相同，模型可能忽略了输入。',
    'mixed-dimensions': `向量维数不一致（${dimensions.slice(0, 4).join('、')}），只比较 ${dimensions[0]} 维的向量。`,
    fewer: `${formatCount(count)} 条文本只有 ${formatCount(vectors)} 个向量。`,
    'some-equal': `${formatCount(equal)} 个向量与其他文本的向量重复。`,
    unnormalized: '向量未归一化，请使用余弦相似度，不要使用点积。',
    sound: '',
  };
  if (vectors === 0) return trouble.none;
  const length =
    greatestNorm - leastNorm < 0.0005
      ? `范数 ${((leastNorm + greatestNorm) / 2).toFixed(4)}`
      : `范数 ${leastNorm.toFixed(4)} 至 ${greatestNorm.toFixed(4)}`;
  const format = encoding ? `，${encoding} 格式` : '';
  const rest = verdict === 'sound' ? '没有零向量或重复向量。' : '';
  return `${trouble[verdict]}${formatCount(dimensions[0] ?? 0)} 维${format}，${length}。${rest}`;
}

/** Strings of the Embeddings panel. */
export const embeddings: typeof english = {
  title: '向量',
  opening: '正在打开文本…',
  noConnectionBody: '连接网关后即可将文本向量化，也可以使用演示网关，无需密钥。',
  drop: '拖放文本文件',
  dropHint: '纯文本、带表头的 CSV 或 JSONL',
  ofTexts: (done, count) => `${formatCount(done)} / ${formatCount(count)}`,
  saved: {
    conflict: '这些文本已在另一个窗口中修改，你的版本已另存为副本。',
    'save-failed': '保存失败，正在重试。文本和向量保留在此页面。',
    'vectors-lost': '部分已保存的向量无法读取。续跑可重新生成。',
  },
  list: {
    title: '文本',
    empty: '文本会显示在这里，每行一条。',
    add: '新建文本集',
    kept: '已保存的文本集',
    noneKept: '还没有已保存的文本集',
    untitled: '未命名文本集',
    vectorsOf: (done, count) => `${formatCount(done)} / ${formatCount(count)} 个向量`,
    remove: '删除当前文本集…',
    removeTitle: (name) => `删除“${name}”？`,
    removeBody: '文本及其向量将被删除，请求记录会保留。',
    removeNow: common.remove,
    cancel: common.cancel,
    failed: '无向量',
  },
  embed: {
    all: (count) => (count === 0 ? '向量化' : `向量化 ${formatCount(count)} 条文本`),
    rest: (count) => `续跑：剩余 ${formatCount(count)} 条`,
    stop: '停止',
    waiting: '正在加载连接…',
    noConnection: '请先连接网关。',
    noTexts: '请先添加文本，或加载示例数据。',
    reading: '正在读取文本…',
    noModel: '请先选择模型。',
    allThere: (count) => `全部 ${formatCount(count)} 条文本都已用此模型向量化。`,
    replaces: (vectors, from, model) => `${from} 的 ${formatCount(vectors)} 个向量将被 ${model} 的向量替换。`,
    on: (model, connection) => `${connection} 的 ${model}`,
    sized: (model, dimensions) => `${model}（${dimensions === null ? '默认维数' : `${formatCount(dimensions)} 维`}）`,
  },
  texts: {
    title: '要向量化的文本',
    source: '文本',
    placeholder: '粘贴文本（每行一条）、CSV 或 JSONL…',
    pasted: '粘贴的文本',
    kind: '读取方式',
    kinds: { auto: '自动', lines: '纯文本', csv: 'CSV', jsonl: 'JSONL' },
    browse: '浏览…',
    sample: '加载示例数据',
    toMap: '返回分布图',
    clear: '清空',
    dismiss: '关闭',
    oneFile: '未导入任何内容，请一次拖放一个文件。',
    idleTitle: '将文本变成分布图',
    idleBody: '将文本向量化，然后通过分布图、相似度矩阵或表格查看。',
    idleWays: [
      '粘贴或输入文本，每行一条。',
      '拖放带表头的 CSV 文件，并选择文本列。',
      '拖放 JSONL 文件，每行一个字符串或含文本字段的对象。',
      '或加载示例：6 个主题，共 60 个客服问题。',
    ],
    understood: (count, kind) => `${formatCount(count)} 条文本 · ${kind}`,
    sizes: (longest, requests) => `最长 ${longest} 个字符，共 ${formatCount(requests)} 次请求。`,
    column: '文本列',
    first: '预览',
    problems: (count) => `${formatCount(count)} 个问题`,
    line: (line) => `第 ${line} 行`,
    foot: '按 Ctrl Enter 开始向量化，向量会自动保存。',
  },
  parameters: {
    title: '参数',
    valueMissing: '未填写值，不会发送。',
    placeholders: { encoding: '', dimensions: '模型默认', user: '终端用户 ID' },
    hints: {
      encoding: '所有格式均可读取。只有少数模型返回 int8 或 uint8。',
      dimensions: '仅部分模型支持。',
      user: '',
    },
    items: '批大小',
    characters: '最大字符数',
    atOnce: '并发数',
    calls: (requests, missing) =>
      missing === '0'
        ? `所有文本均已向量化，全部重新生成需 ${formatCount(requests)} 次请求。`
        : `${missing} 条文本，共 ${formatCount(requests)} 次请求`,
  },
  batches: {
    title: '批次',
    tokens: (count) => `${count} token`,
    tokensOf: (count, counted, all) => `${count} token（${formatCount(counted)}/${formatCount(all)} 个响应返回了用量）`,
    tokensEstimated: (count) => `约 ${count} token`,
    requestTime: (time) => `请求耗时 ${time}`,
    requestTimeHint: '所有请求的耗时之和。请求并发执行，实际耗时更短。',
    texts: (count) => `${formatCount(count)} 条文本`,
    range: (first, last) => (first === last ? `${formatCount(first)}` : `${formatCount(first)}–${formatCount(last)}`),
    states: batchStates,
    open: common.viewRequest,
  },
  run: {
    preparing: '正在发送第一批…',
    progress: (settled, total) => `已向量化 ${formatCount(settled)} / ${formatCount(total)}`,
    progressLabel: '正在向量化',
    resume: (count) => `续跑：剩余 ${formatCount(count)} 条`,
    stopped: (count) => `已停止，${formatCount(count)} 条文本没有向量。已收到的向量会保留。`,
    refused: (count, why) => `${formatCount(count)} 条文本被拒绝。${why}`,
    omitted: (count) => `网关未返回 ${formatCount(count)} 条文本的向量。`,
    embedded: (count) => `已向量化 ${formatCount(count)} 条。`,
    emptyRun: (model, kept, before) => `${model} 未返回向量，${before} 的 ${formatCount(kept)} 个向量已保留。`,
    missing: (count) => `${formatCount(count)} 条文本没有向量。`,
    odd: '响应不符合规范，但已解析。',
    settled: (count, left) =>
      left === 0 ? `已向量化 ${formatCount(count)} 条文本。` : `向量化已结束，${formatCount(left)} 条文本没有向量。`,
  },
  map: {
    title: '分布图',
    label: (points, column) => `${formatCount(points)} 条文本的分布图${column === null ? '' : `，按“${column}”着色`}`,
    keys: '方向键切换文本，Enter 选择，加减键缩放，0 适应画布，Escape 取消选择。拖动绘制套索，按住 Shift 拖动可平移。',
    layout: '布局',
    search: '搜索分布图',
    searchPlaceholder: '筛选，Enter 语义搜索',
    searchHint: '输入时即时筛选。按 Enter 将查询向量化（一次请求），并列出最相近的文本。',
    clearSearch: '清除搜索',
    searchElsewhere: (name) => `这些向量来自 ${name}。切换回该连接后才能按语义搜索。`,
    searching: '正在将查询向量化',
    dismiss: '关闭',
    zoomIn: '放大',
    zoomOut: '缩小',
    fit: '适应画布',
    preparing: '正在投影…',
    empty: '向量化完成后显示分布图。',
    nothing: '还没有向量，无法绘制分布图。',
    failed: (message) => `无法生成分布图：${message}。表格和导出仍可使用。`,
    laying: (share) => `UMAP ${share}`,
    nearing: (share) => `正在查找近邻… ${share}`,
    spread: (share) => `PCA，解释方差 ${share}`,
    umapFacts: 'UMAP 保留近邻关系，远距离参考意义不大',
    umapFailed: (message) => `· UMAP 失败：${message}`,
    noVector: {
      message: '网关未返回此查询的可用向量。',
      hint: '请在请求记录中查看响应，或换一个查询。',
    },
    umap: {
      title: 'UMAP 设置',
      neighbors: '值小突出细节，值大突出整体形状。',
      minDist: '值越大，同一组内的文本越分散。',
    },
    legend: '图例',
    colorBy: '着色依据',
    noColor: '单一颜色',
    rest: { other: '其他值', none: '无值' },
    withoutNumber: (count) => `${formatCount(count)} 条无数值`,
    chosen: (count, of) => `已选 ${formatCount(count)} / ${formatCount(of)}`,
    ranked: (query) => `与“${query}”最相近`,
    at: (number, text) => `文本 ${number}：${text}`,
    focus: '选中的文本',
    wire: common.viewRequest,
    close: common.close,
    nearest: (count, together, group) =>
      together === count
        ? `最近的 ${formatCount(count)} 条全部属于“${group}”`
        : `最近的 ${formatCount(count)} 条中有 ${formatCount(together)} 条属于“${group}”`,
  },
  side: {
    title: '相似度',
    matrix: '矩阵',
    nearest: '近邻',
    pairView: '文本对',
    waiting: '正在等待向量…',
    nothing: '还没有文本得到向量。',
    tooMany: (count, most) =>
      `共 ${formatCount(count)} 条文本，矩阵最多显示 ${formatCount(most)} 条。请用套索、分组或搜索选择一部分。`,
    tooFew: '矩阵至少需要两条文本。',
    matrixOf: (count) => `${formatCount(count)} 条文本的余弦相似度`,
    matrixKeys: '方向键切换单元格，Enter 选中该行文本。',
    pair: (one, other) => `文本 ${formatCount(one)} 与 ${formatCount(other)} 的余弦相似度`,
    closest: (mean) => `最相近的一对 · 平均 ${mean}`,
    chooseOne: '在分布图或表格中选择一条文本，查看其近邻。',
    nearestOne: '与最近文本的余弦相似度',
    nearestTo: (text) => `近邻：${text}`,
    nearestToQuery: (query) => `与“${query}”最相近`,
  },
  pair: {
    first: '第一条文本',
    second: '第二条文本',
    empty: '选择一条文本',
    hint: '先选中其中一项，再在列表、表格或分布图中选择文本。',
    cosine: '余弦相似度',
    undefined: '无法计算：其中一个向量长度为 0，或维度不一致',
    missing: '其中一条文本还没有向量。',
    lengths: '向量长度',
    dot: '点积',
    distance: '欧氏距离',
  },
  verdict: {
    short: verdicts,
    long: verdictLabels,
    running: '正在向量化…',
    edit: '编辑文本',
  },
  table: {
    title: '向量',
    empty: '没有匹配项。',
    columns: {
      place: '#',
      text: '文本',
      dimensions: '维数',
      norm: '范数',
      tokens: 'token',
      nearest: '近邻',
      cosine: '余弦',
    },
    sortBy: (column) => `按“${column}”排序`,
    toQuery: '相似度',
    share: '估算值：网关按请求统计 token，此处按文本长度分摊。',
  },
  exports: {
    title: '导出',
    kinds: {
      csv: 'CSV（元数据、坐标、向量）',
      jsonl: 'JSONL（每条文本一个对象）',
      npy: 'NPY（供 NumPy 使用的向量）',
    },
    saved: (name) => `已保存 ${name}`,
    failed: '导出失败',
  },
};
