import { formatCount } from '#shared/format.ts';
import type { imagesGallery as english } from './gallery-en.ts';

/** Strings of the images panel: the gallery and its batch actions. */
export const imagesGallery: typeof english = {
  gallery: {
    title: '图库',
    keys: '方向键打开上一项或下一项；按住 Shift 可多选，按住 Ctrl 只移动不选中，空格键加选一项。S 加星标，U 用作输入，D 保存图像，Delete 删除。',
    search: '搜索图库',
    endSearch: '关闭搜索',
    searchPlaceholder: '提示词、模型、改写后的提示词',
    filters: { all: '全部', starred: '星标', running: '进行中', done: '已完成', failed: '失败' },
    untitled: '无提示词',
    starred: '已加星标',
    became: '实际为',
    moderated: '内容审核',
    noPicture: '无图像',
    text: '文本',
    empty: '暂无图像',
    emptyBody: '生成或编辑的图像会连同提示词、参数和请求保存在这里。',
    noneFound: '无匹配结果',
    noneFoundBody: '请更换筛选条件或搜索词。',
  },
  selection: {
    title: (count) => `已选 ${formatCount(count)} 项`,
    compare: '并排对比',
    compareCount: (most) => `请选择 2 到 ${most} 个有图像的条目`,
    edit: '用作输入',
    sheet: '缩略图总览',
    sheetFailed: '缩略图总览生成失败',
    noPictures: '所选条目没有图像',
    save: '保存图像',
    star: '添加或取消星标',
    delete: '删除',
    clear: '取消选择',
  },
  deleting: {
    title: (count) => (count === 1 ? '删除此条目？' : `删除 ${formatCount(count)} 个条目？`),
    body: (isRunning) => `图像、提示词和参数会一并删除，请求记录仍会保留。${isRunning ? '进行中的请求将停止。' : ''}`,
    confirm: '删除',
    cancel: '取消',
    done: (count) => `已删除 ${formatCount(count)} 个条目`,
    undo: '撤销',
  },
  compare: {
    title: (count) => `对比 ${count} 张图像`,
    keys: '图像并排显示。加减号键缩放所有图像，方向键移动，0 适应窗口，Escape 关闭。',
    in: '放大',
    out: '缩小',
    fit: '全部适应窗口',
    close: '关闭对比',
  },
  variations: {
    title: '版本',
    open: (title, depth) => (depth === 0 ? `${title}，原图` : `${title}，第 ${depth} 次编辑`),
  },
};
