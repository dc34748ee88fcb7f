import { loadRank } from '../../shared/find/pinyin.ts'
import type { SearchProvider } from '../../shared/find/search.ts'
import { session } from '../../shared/session/session.ts'
import { wallPath } from '../../shared/wall/at-wall.ts'
import { menuFor } from '../routes/menu.ts'
import { homePage } from '../routes/pages.ts'
import { wallTexts } from '../wall/texts.ts'

const most = 8
/** What a page of its own is opened by, see `openWall`. */
const wallPage = { name: 'wall', path: wallPath, title: wallTexts.table.open, group: null } as const

/** Screens of the user's menu by zh name, en name, pinyin and its initials. */
export const screensProvider: SearchProvider = {
  name: 'screens',
  title: { zh: '功能', en: 'Screens' },
  order: 100,
  search: async (query, language) => {
    const rank = await loadRank()
    return [homePage, wallPage, ...menuFor(session.user()).flatMap(({ children }) => children)]
      .flatMap((page) => {
        const ranks = [rank(page.title.zh, query), rank(page.title.en, query)].filter((found) => found !== null)
        return ranks.length > 0 ? [{ page, rank: Math.min(...ranks) }] : []
      })
      .sort((a, b) => a.rank - b.rank)
      .slice(0, most)
      .map(({ page }) => ({
        key: page.name,
        icon: 'layers',
        title: page.title[language],
        detail: page.group?.[language] ?? '',
        address: page.path,
      }))
  },
}
