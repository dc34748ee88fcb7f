import { Button, Select } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useMobile } from '../../shared/ui/use-media.ts'
import { DeptTree } from '../../shared/pick/dept-tree.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { Card, CardExtra, CardHead } from '../../shared/ui/panel.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { flatDicts, foundDicts, type DictNode } from './dict-tree.ts'
import styles from './dictionary.module.css'
import { dictionaryTexts } from './texts.ts'

interface DictPanelProps {
  readonly tree: readonly DictNode[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
  readonly mayEdit: boolean
  /** Null: at the top. */
  readonly onAdd: (below: string | null) => void
  readonly onEdit: (id: string) => void
  readonly onDelete: (id: string) => void
}

/** The tree of dictionaries; where it has no room a list to choose from. */
export const DictPanel = (props: DictPanelProps) => {
  const t = useTexts(dictionaryTexts)
  const mobile = useMobile()
  return (
    <Card label={t('dicts')}>
      <CardHead>
        <h2 className="ellipsis">{t('dicts')}</h2>
        {props.mayEdit && (
          <CardExtra>
            <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => props.onAdd(null)}>
              {t('add')}
            </Button>
          </CardExtra>
        )}
      </CardHead>
      {mobile ? <Choice {...props} /> : <SearchedTree {...props} />}
      {props.mayEdit && props.chosen !== null && <Actions {...props} chosen={props.chosen} />}
    </Card>
  )
}

const Choice = ({ tree, chosen, onChoose }: DictPanelProps) => {
  const t = useTexts(dictionaryTexts)
  return (
    <div className={styles['search']}>
      <Select
        className={styles['wide'] ?? ''}
        aria-label={t('dicts')}
        value={chosen}
        options={flatDicts(tree).map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={onChoose}
      />
    </div>
  )
}

const SearchedTree = ({ tree, chosen, onChoose }: DictPanelProps) => {
  const t = useTexts(dictionaryTexts)
  const [search, setSearch] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(() => foundDicts(tree, search), [tree, search])
  const all = useMemo(() => flatDicts(found).map(({ id }) => id), [found])
  // Everything is open until somebody folds it; what a search finds is never hidden.
  const opened = search.trim() === '' ? all.filter((id) => !folded.has(id)) : all
  return (
    <>
      <div className={styles['search']}>
        <SearchInput label={t('search')} value={search} onSearch={setSearch} />
      </div>
      <div className={styles['tree']}>
        {found.length === 0 && search !== '' ? (
          <p className={styles['quiet']}>{t('nothingFound')}</p>
        ) : (
          <DeptTree
            nodes={found}
            label={t('dicts')}
            selected={chosen}
            onSelect={onChoose}
            opened={opened}
            onOpen={(ids) => setFolded(new Set(all.filter((id) => !ids.includes(id))))}
            extra={({ code }): ReactNode => (
              <small className={styles['code']} title={code}>
                {code}
              </small>
            )}
          />
        )}
      </div>
    </>
  )
}

const Actions = ({ chosen, onAdd, onEdit, onDelete }: DictPanelProps & { readonly chosen: string }) => {
  const t = useTexts(dictionaryTexts)
  return (
    <Row as="footer" className="fixed wrap topped" gap={8} align="normal" pad="8px 12px">
      <Button size="small" onClick={() => onAdd(chosen)}>
        {t('addBelow')}
      </Button>
      <Button size="small" onClick={() => onEdit(chosen)}>
        {t('edit')}
      </Button>
      <Button size="small" danger onClick={() => onDelete(chosen)}>
        {t('remove')}
      </Button>
    </Row>
  )
}
