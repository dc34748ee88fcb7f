import { basemap as basemapShape, basemapKinds, type Basemap } from '@vigil/contract/site/entities.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { problemWords } from '@vigil/contract/kernel/problem-words.ts'

export type BasemapKind = (typeof basemapKinds)[number]

export const kindNames: Readonly<Record<BasemapKind, Text>> = {
  ground: { zh: '地面', en: 'Ground' },
  site: { zh: '厂区', en: 'Site' },
  road: { zh: '道路', en: 'Roads' },
  building: { zh: '建筑', en: 'Buildings' },
  storage: { zh: '堆场和库房', en: 'Storage areas' },
  silo: { zh: '筒仓', en: 'Silos' },
  green: { zh: '绿地', en: 'Green areas' },
  water: { zh: '水面', en: 'Water areas' },
  wall: { zh: '围墙', en: 'Walls' },
  gate: { zh: '大门', en: 'Gates' },
  conveyor: { zh: '输送廊道', en: 'Conveyors' },
  parking: { zh: '停车场', en: 'Car parks' },
}

export interface KindCount {
  readonly kind: BasemapKind
  readonly count: number
}

/** How many features of each kind, in the order of the contract; kinds without any are left out. */
export const countKinds = ({ features }: Basemap): KindCount[] =>
  basemapKinds
    .map((kind) => ({ kind, count: features.filter(({ properties }) => properties.kind === kind).length }))
    .filter(({ count }) => count > 0)

/** What a file of a basemap holds, or everything that is wrong with it, in words. */
export type ReadBasemap = { readonly basemap: Basemap } | { readonly problems: readonly string[] }

interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly message: string
}

const generally: Readonly<Record<string, Text>> = {
  invalid_type: { zh: '缺少或类型不对', en: 'is missing or has the wrong type' },
  invalid_value: { zh: '不是允许的值', en: 'is not an allowed value' },
  invalid_union: { zh: '不是面、线或点', en: 'is not a polygon, a line or a point' },
  too_big: { zh: '过大或过多', en: 'is too large or has too many items' },
  too_small: { zh: '过小或过少', en: 'is too small or has too few items' },
}
const otherwise: Text = { zh: '格式不对', en: 'has the wrong format' }

const issueText = ({ code, path, message }: Issue, language: Language): string => {
  const [first, index, ...inner] = path.map(String)
  const reason = (problemWords[message] ?? generally[code] ?? otherwise)[language]
  if (first !== 'features' || index === undefined) {
    const where = path.map(String).join('.')
    return language === 'zh' ? `文件 ${where}：${reason}` : `File ${where}: ${reason}`
  }
  const where = inner.join('.')
  const at = Number(index) + 1
  return language === 'zh' ? `第 ${at} 个要素 ${where}：${reason}` : `Feature ${at} ${where}: ${reason}`
}

/** Reads GeoJSON as the contract takes it. */
export const readBasemap = (text: string, language: Language): ReadBasemap => {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { problems: [{ zh: '文件不是有效的 JSON', en: 'The file is not valid JSON' }[language]] }
  }
  const read = basemapShape.safeParse(json)
  if (!read.success) return { problems: read.error.issues.map((issue) => issueText(issue, language)) }
  if (read.data.features.length === 0)
    return { problems: [{ zh: '文件里没有任何要素', en: 'The file has no features' }[language]] }
  return { basemap: read.data }
}
