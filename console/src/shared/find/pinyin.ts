/** Whether a query (characters, full pinyin or initials, mixed too) is in a text; lower is better, null is no match. */
export type Rank = (text: string, query: string) => number | null

/** Plain containment, the only way for texts without Chinese. */
export const plainRank: Rank = (text, query) => {
  const place = text.toLowerCase().indexOf(query.toLowerCase())
  return place < 0 ? null : place
}

const anythingElse = /[^a-z\s]/giu

/** Ranks matches by pinyin too. Its dictionary is a chunk of its own that is fetched with the first search. */
export const loadRank = async (): Promise<Rank> => {
  const { match } = await import('pinyin-pro')
  return (text, query) => {
    const found = plainRank(text, query)
    if (found !== null) return found
    // Letters may be pinyin, everything else stands there or nowhere.
    if (query.match(anythingElse)?.some((character) => !text.includes(character))) return null
    const places = match(text, query.toLowerCase().replaceAll(/\s+/g, ''), { continuous: true })
    // Behind what contains the query literally.
    return places?.[0] === undefined ? null : 100 + places[0]
  }
}
