import { formatCount } from '#shared/format.ts';
import type { EmbedBatch } from '../../../lib/corpus/embed-texts.ts';
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
  none: '没有向量',
  zero: '零向量',
  'all-equal': '全部相同',
  'mixed-dimensions': '维数不一',
  fewer: '缺少向量',
  'some-equal': '有相同向量',
  unnormalised: '未归一化',
  sound: '已归一化',
};

/** First what prevents using them, then the plain facts. */
function verdictLabels(verdict: VectorVerdict, facts: VectorFacts, encoding: string | null): string {
  const { zero, equal, dimensions, leastNorm, greatestNorm, vectors, texts: count } = facts;
  const trouble: Record<VectorVerdict, string> = {
    none: '没有文本带有向量。',
    zero: `${formatCount(vectors)} 个向量中有 ${formatCount(zero)} 个全为零：没有方向，无法与任何向量比较相似度。`,
    'all-equal': '文本各不相同，但所有向量都一样：模型并没有读取文本。',
    'mixed-dimensions': `向量有 ${dimensions.length} 种维数（${dimensions.slice(0, 4).join('、')}）；只比较 ${dimensions[0]} 维的向量。`,
    fewer: `${formatCount(count)} 条文本只有 ${formatCount(vectors)} 个向量。`,
    'some-equal': `有 ${formatCount(equal)} 个向量与其他文本的向量相同。`,
    unnormalised: '向量长度不为 1：点积不等于余弦值。',
    sound: '',
  };
  if (vectors === 0) return trouble.none;
  const length =
    greatestNorm - leastNorm < 0.0005
      ? `范数 ${((leastNorm + greatestNorm) / 2).toFixed(4)}`
      : `范数 ${leastNorm.toFixed(4)} 到 ${greatestNorm.toFixed(4)}`;
  const format = encoding ? `，编码为 ${encoding}` : '';
  const rest = verdict === 'sound' ? '，没有零向量，没有相同向量' : '';
  return `${trouble[verdict]}${formatCount(dimensions[0] ?? 0)} 维${format}，${length}${rest}`;
}

/** Strings of the embeddings lab. */
export const embeddings: typeof english = {
  title: '向量',
  opening: '正在打开文本…',
  noConnection: '还没有连接',
  noConnectionBody: '向量由网关生成。请连接网关，或启动演示网关，无需密钥即可试用。',
  connect: '连接网关',
  drop: '拖放文本文件',
  dropHint: '纯文本行、带表头的 CSV 或 JSONL',
  ofTexts: (done, count) => `${formatCount(done)} / ${formatCount(count)}`,
  saved: {
    conflict: '这些文本已在另一个窗口中修改。你的内容将作为副本继续。',
    'save-failed': '文本和向量未能保存。内容保留在此页面，会继续重试保存。',
    'vectors-lost': '部分已保存的向量无法读取。点击“继续”会重新请求。',
  },
  list: {
    title: '文本',
    empty: '识别出的文本会显示在这里，每行一条。',
    add: '新建语料',
    kept: '以往的语料',
    noneKept: '还没有保存的内容',
    untitled: '未命名的语料',
    vectorsOf: (done, count) => `${formatCount(done)} / ${formatCount(count)} 个向量`,
    remove: '删除当前语料…',
    removeTitle: (name) => `删除“${name}”？`,
    removeBody: '文本及其向量信息将被删除。请求记录仍保留在报文中。',
    removeNow: '删除',
    cancel: '取消',
    failed: '没有向量',
  },
  embed: {
    act: '生成向量',
    all: (count) => (count === 0 ? '生成向量' : `生成 ${formatCount(count)} 个向量`),
    rest: (count) => `继续：还剩 ${formatCount(count)} 条`,
    stop: '停止',
    waiting: '正在读取连接。',
    noConnection: '请先连接网关。',
    noTexts: '还没有文本：请粘贴、拖入，或使用示例。',
    reading: '正在读取文本。',
    noModel: '请先选择模型。',
    allThere: (count) => `全部 ${formatCount(count)} 条文本都已有此模型的向量。`,
    replaces: (vectors, from, model) => `现有 ${formatCount(vectors)} 个向量来自 ${from}。用 ${model} 生成会取代它们。`,
    compare: '比较模型',
    on: (model, connection) => `${connection} 的 ${model}`,
    sized: (model, dimensions) => `${model}（${dimensions === null ? '默认' : formatCount(dimensions)} 维）`,
  },
  texts: {
    title: '要生成向量的文本',
    source: '文本',
    placeholder: '粘贴文本，每行一条，或 CSV、JSONL…',
    pasted: '粘贴的文本',
    kind: '读取方式',
    kinds: { auto: '自动', lines: '按行', csv: 'CSV', jsonl: 'JSONL' },
    browse: '浏览…',
    sample: '使用示例',
    toMap: '返回分布图',
    clear: '清空',
    dismiss: '关闭',
    oneFile: '拖入了多个文件，一个也没有使用：请一次拖入一个文件。',
    idleTitle: '从文本到分布图',
    idleBody: '每条文本都会变成一个向量，随后可在表格、矩阵和分布图中查看哪些文本相近。',
    idleWays: [
      '粘贴或输入文本，每行一条。',
      '拖入带表头的 CSV，并选择列。',
      '拖入 JSONL：字符串，或含有文本的对象。',
      '或使用示例：六类共六十个客服问题。',
    ],
    understood: (count, kind) => `${formatCount(count)} 条文本，读取方式：${kind}`,
    sizes: (longest, requests) => `最长的有 ${longest} 个字符。全部文本需要 ${formatCount(requests)} 次请求。`,
    column: '文本列',
    first: '前几条文本',
    problems: (count) => `${formatCount(count)} 个问题`,
    line: (line) => `第 ${line} 行`,
    foot: 'Ctrl Enter 生成向量。已生成的向量会保留，刷新页面也不会丢失。',
  },
  parameters: {
    title: '参数',
    sent: (count) => `发送 ${formatCount(count)} 项`,
    valueMissing: '还没有值，因此不发送。',
    dimensionsPlaceholder: '模型默认',
    userPlaceholder: '终端用户 id',
    hints: {
      encoding: '无论网关返回哪种，都能读取。',
      dimensions: '只有部分模型能缩短维数，其他模型会拒绝。',
    },
    items: '每次请求的文本数',
    characters: '每次请求的字符数',
    atOnce: '并发请求数',
    calls: (requests, missing) =>
      missing === '0'
        ? `所有文本都有向量；全部重新生成需要 ${formatCount(requests)} 次请求。`
        : `${missing} 条文本，共 ${formatCount(requests)} 次请求`,
  },
  batches: {
    title: '批次',
    tokens: (count) => `${count} token`,
    tokensOf: (count, counted, all) =>
      `${count} token（${formatCount(all)} 个响应中有 ${formatCount(counted)} 个报告了用量）`,
    tokensEstimated: (count) => `约 ${count} token`,
    requestTime: (time) => `请求用时 ${time}`,
    requestTimeHint: '所有请求的用时之和。请求并行发送，因此整个运行的用时更短。',
    texts: (count) => `${formatCount(count)} 条文本`,
    range: (first, last) => (first === last ? `${formatCount(first)}` : `${formatCount(first)}–${formatCount(last)}`),
    states: batchStates,
    open: '查看报文',
  },
  run: {
    preparing: '正在发送第一批…',
    progress: (settled, total) => `已生成 ${formatCount(settled)} / ${formatCount(total)} 个向量`,
    progressLabel: '正在生成向量',
    resume: (count) => `继续：还剩 ${formatCount(count)} 条`,
    stopped: (count) => `已停止：${formatCount(count)} 条文本没有向量。之前收到的会保留。`,
    refused: (count, why) => `${formatCount(count)} 条文本被拒绝。${why}`,
    omitted: (count) => `网关没有为 ${formatCount(count)} 条文本返回向量。`,
    embedded: (count) => `已生成 ${formatCount(count)} 个向量。`,
    emptyRun: (model, kept, before) => `${model} 没有返回向量。${before} 的 ${formatCount(kept)} 个向量已保留。`,
    missing: (count) => `还有 ${formatCount(count)} 条文本没有向量。`,
    odd: '有一个响应不合常规，但已照样读取。',
    oddOnWire: '在报文中查看',
    settled: (count, left) =>
      left === 0
        ? `全部 ${formatCount(count)} 条文本都已有向量。`
        : `运行已结束，${formatCount(left)} 条文本没有向量。`,
    ofModel: (model) => `（${model}）`,
  },
  map: {
    title: '分布图',
    label: (points, clusters) =>
      `${formatCount(points)} 条文本的分布图${clusters > 0 ? `，共 ${formatCount(clusters)} 个聚类` : ''}`,
    keys: '方向键在文本间移动，Enter 选择，加减键缩放，0 显示全部，Escape 取消。拖动绘制套索，按住 Shift 拖动平移。',
    layout: '布局',
    search: '在分布图中查找',
    searchPlaceholder: '查找；Enter 排序',
    searchHint: '输入时即时筛选。按 Enter 为查询词生成向量（一次请求），并列出最相近的文本。',
    clearSearch: '清除搜索',
    searchElsewhere: (name) => `这些向量来自 ${name}。请切换回去后再按语义搜索。`,
    searching: '正在为查询词生成向量',
    dismiss: '关闭',
    zoomIn: '放大',
    zoomOut: '缩小',
    fit: '显示全部',
    preparing: '正在将向量展开到平面…',
    empty: '运行结束后绘制分布图。',
    nothing: '还没有文本得到向量，因此没有分布图。',
    failed: (message) => `未能生成分布图：${message}。表格和导出不受影响。`,
    laying: (share) => `UMAP ${share}`,
    nearing: (share) => `正在查找近邻 ${share}`,
    spread: (share) => `PCA 显示了 ${share} 的方差`,
    umapFacts: 'UMAP：近邻仍是近邻，距离意义不大',
    umapFailed: (message) => `未能生成 UMAP：${message}`,
    overlaid: (share) => `· 与第二个模型的吻合度 ${share}`,
    noVector: {
      message: '网关没有为这些词返回可用的向量。',
      hint: '请查看响应的报文，或换用其他词。',
    },
    clusters: '聚类',
    clusterCount: '聚类数量',
    clustersAuto: (count) => `自动：${formatCount(count)}`,
    clusterNumber: (count) => `${count} 个聚类`,
    clusterName: (number) => `聚类 ${number}`,
    chosen: (count, of) => `已选 ${formatCount(count)} / ${formatCount(of)}`,
    ranked: (query) => `与“${query}”最相近`,
    at: (number, text) => `文本 ${number}：${text}`,
    focus: '正在查看的文本',
    wire: '查看其报文',
    neighbors: '显示近邻',
    close: '关闭',
    nearest: (count, together, cluster) =>
      together === count
        ? `最近 ${formatCount(count)} 个，全部属于“${cluster}”`
        : `最近 ${formatCount(count)} 个，其中 ${formatCount(together)} 个属于“${cluster}”`,
  },
  side: {
    title: '相似度',
    matrix: '余弦',
    nearest: '近邻',
    second: '两个模型',
    waiting: '等待向量…',
    nothing: '还没有文本得到向量。',
    tooMany: (count, most) =>
      `${formatCount(count)} 条文本太多，无法显示两两矩阵：最多显示 ${most} 条。可在分布图上绘制套索、点击聚类或搜索，所选文本的矩阵就会显示在这里。“近邻”可在全部文本中查找一条文本的近邻。`,
    tooFew: '矩阵至少需要两条文本。',
    matrixOf: (count) => `${formatCount(count)} 条文本的余弦值，按聚类排列`,
    matrixKeys: '方向键在单元格间移动，Enter 查看该行文本。',
    pair: (one, other, cosine) => `${one} × ${other} = ${cosine}`,
    texts: (one, other) => `${one} · ${other}`,
    facts: (mean, one, other, cosine) => `平均 ${mean}。最相近的一对 ${cosine}：${one} · ${other}`,
    chooseOne: '在分布图或表格中点击一条文本，这里会显示它的近邻。',
    nearestTo: (text) => `最相近的文本：${text}`,
  },
  second: {
    first: '请先用一个模型为文本生成向量。',
    about: '用第二个模型为同样的文本生成向量，并将其分布图叠加在第一个之上。邻域变化最大的文本对会列在这里。',
    choose: '叠加第二个模型…',
    wait: '请等待当前运行结束。',
    noConnection: '请先连接网关。',
    remove: '移除',
    running: (settled, total) => `第二个模型已生成 ${formatCount(settled)} / ${formatCount(total)} 个向量`,
    waiting: '等待第二个模型的向量…',
    comparing: (share) => `正在比较邻域 ${share}`,
    agreement: (kept, fit) => `两个模型的近邻有 ${kept} 一致。${fit ? `两者的 PCA 分布图吻合度为 ${fit}。` : ''}`,
    noneChanged: '两个模型为每条文本找到的近邻完全相同。',
    pairs: '变化最大的文本对',
    ranks: (first, firstCosine, second, secondCosine) =>
      `第 ${first} 近到第 ${second} 近（余弦 ${firstCosine} 到 ${secondCosine}）`,
    moved: (places) => `相差 ${formatCount(places)} 位：`,
  },
  verdict: {
    short: verdicts,
    long: verdictLabels,
    running: '正在接收向量…',
    edit: '编辑文本',
  },
  table: {
    title: '向量',
    empty: '没有符合的文本。',
    columns: {
      place: '#',
      text: '文本',
      cluster: '聚类',
      dimensions: '维数',
      norm: '范数',
      tokens: 'token',
      nearest: '近邻',
      cosine: '余弦',
    },
    sortBy: (column) => `按${column}排序`,
    toQuery: '与查询词',
    share: '网关按整个请求统计 token；此处按长度分摊。',
  },
  exports: {
    title: '导出',
    kinds: {
      csv: 'CSV：数据、分布图坐标和向量',
      jsonl: 'JSONL：每条文本一个对象',
      npy: 'NPY：供 NumPy 使用的向量',
      png: 'PNG：带标题和图例的分布图',
    },
    saved: (name) => `已保存 ${name}`,
    failed: '导出未能保存',
    noMap: { message: '还没有可保存的分布图。', hint: '请等待绘制完成。' },
  },
};
