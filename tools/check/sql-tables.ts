/** A word of SQL, one sign of punctuation, or `hole` where something is put in that the text does not tell. */
type Token = { readonly kind: 'word'; readonly text: string } | { readonly kind: 'sign'; readonly text: string }

/** Stands for what is interpolated. */
export const hole = '\0'

const tokensOf = (text: string): Token[] => {
  const plain = text.replaceAll(/--.*$|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/gm, ' ')
  return [...plain.matchAll(/"([^"]+)"|([A-Za-z_]\w*)|([^\s\w])/g)].map(([, quoted, word, sign]) =>
    sign === undefined ? { kind: 'word', text: quoted ?? (word ?? '').toLowerCase() } : { kind: 'sign', text: sign },
  )
}

const opensName: ReadonlySet<string> = new Set([
  'from',
  'using',
  'join',
  'into',
  'update',
  'table',
  'truncate',
  'analyze',
  'only',
])
/** Between such a word and the name. */
const beforeName: ReadonlySet<string> = new Set(['only', 'lateral', 'table', 'if', 'not', 'exists', 'concurrently'])
/** Past these a comma parts no tables any more. */
const endsList: ReadonlySet<string> = new Set(
  'where group order having limit offset returning set union except intersect select with values for window fetch do'.split(' '),
)
/** Functions whose arguments are parted by FROM. */
const fromInside: ReadonlySet<string> = new Set(['extract', 'trim', 'substring', 'overlay'])
/** What may follow a table that begins a part of a FROM clause. */
const afterFirst: ReadonlySet<string> = new Set(['as', 'join', 'left', 'right', 'full', 'inner', 'cross', 'natural'])

/** Whether the word here says that a table's name comes. */
const announces = (word: string, before: string, inFunction: string): boolean => {
  if (!opensName.has(word)) return false
  if (word === 'from') return before !== 'distinct' && !fromInside.has(inFunction)
  // FOR UPDATE, ON CONFLICT DO UPDATE, FOR NO KEY UPDATE, AFTER UPDATE.
  return word !== 'update' || !['for', 'do', 'key', 'after', 'or', 'on'].includes(before)
}

/**
 * The names that stand in a text of SQL where tables do: tables, views, common table expressions and functions alike. A part of a
 * statement counts too; one that is put in elsewhere is read where it stands itself.
 */
export const tablesIn = (text: string): string[] => {
  const tokens = tokensOf(text)
  const names: string[] = []
  const [first, second] = tokens
  if (first?.kind === 'word' && (second === undefined || second.text === ',' || afterFirst.has(second.text)))
    names.push(first.text)
  /** For each open parenthesis: whose it is, and whether a list of tables is under way. */
  const within = [{ of: '', list: first !== undefined && names.length > 0 }]
  let expected = false
  tokens.forEach(({ kind, text: here }, index) => {
    const before = tokens[index - 1]?.text ?? ''
    const level = within.at(-1) ?? { of: '', list: false }
    if (kind === 'sign') {
      if (here === '(') within.push({ of: before, list: expected })
      else if (here === ')' && within.length > 1) within.pop()
      // `public.device` is one name.
      if (here === '.') expected = before === 'public' && tokens[index - 2]?.kind === 'word'
      else if (here !== '(') expected = here === ',' && level.list
      return
    }
    if (announces(here, before, level.of)) {
      expected = true
      if (here === 'from' || here === 'using') level.list = true
      return
    }
    if (endsList.has(here)) {
      level.list = false
      expected = false
    }
    if (!expected || beforeName.has(here)) return
    expected = false
    // A column of it: `IS DISTINCT FROM device.id` and the like.
    if (tokens[index + 1]?.text !== '.' || here === 'public') names.push(here)
  })
  return names.filter((name) => name !== 'public')
}
