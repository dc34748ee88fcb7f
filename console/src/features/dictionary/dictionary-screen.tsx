import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import { dictItem } from '@vigil/contract/dictionary/dict-item.ts'
import { dict } from '@vigil/contract/dictionary/dict.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Alert, Button, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams, type Location } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { DeleteQuestion } from '../../shared/form/delete-question.tsx'
import { RecordDrawer } from '../../shared/form/record-drawer.tsx'
import { useTexts } from '../../shared/i18n/texts.ts'
import { RecordList } from '../../shared/list/record-list.tsx'
import { newRecord, openIn } from '../../shared/routes/list-address.ts'
import { useListQuery } from '../../shared/routes/use-list-query.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { useCanForSite } from '../../shared/session/scope.ts'
import { basics, remarks } from '../../shared/spec/groups.ts'
import type { Draft } from '../../shared/spec/record.ts'
import type { ListContext } from '../../shared/spec/definitions.ts'
import { defineList } from '../../shared/spec/spec.ts'
import { Card } from '../../shared/ui/panel.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { DictPanel } from './dict-panel.tsx'
import { dictTree, flatDicts, type Dict } from './dict-tree.ts'
import styles from './dictionary.module.css'
import { dictionaryTexts } from './texts.ts'

const fileServer = 'fileServer'
const chosenName = 'dict'
const dictPrefix = 'dicts'
const itemPrefix = 'items'
const noFilters: readonly string[] = []

const FileServerNote = () => {
  const t = useTexts(dictionaryTexts)
  return <Alert type="info" showIcon title={t('fileServer')} className={styles['note'] ?? ''} />
}
const NoteAbove = ({ rows }: ListContext) => (rows.some((row) => row['code'] === fileServer) ? <FileServerNote /> : null)

const dicts = defineList(dict, {
  calls: { list: dictionaryCalls.listDictAll, save: dictionaryCalls.saveDict, remove: dictionaryCalls.deleteDictById },
  form: [
    { title: basics, fields: ['name', 'code', 'pid', 'sort'] },
    { title: remarks, fields: ['remark'] },
  ],
  invalidates: [dictionaryCalls.listDictItemByPid],
  drawerWidth: 560,
})
const items = defineList(dictItem, {
  calls: {
    list: dictionaryCalls.listDictItemByPid,
    save: dictionaryCalls.saveDictItem,
    remove: dictionaryCalls.deleteDictItemById,
  },
  columns: [
    { field: 'name', width: 150 },
    { field: 'code', width: 140 },
    { field: 'des', width: 190 },
    { field: 'sort', width: 80 },
    { field: 'enable', width: 96 },
    { field: 'remark', width: 200, hidden: true },
  ],
  form: [
    {
      title: basics,
      fields: [
        'name',
        'code',
        'des',
        { block: FileServerNote, when: (draft) => draft['code'] === fileServer },
        'sort',
        'enable',
        'pid',
      ],
    },
    { title: remarks, fields: ['remark'] },
  ],
  filters: ['enable'],
  above: NoteAbove,
  removable: ({ code }) => code !== fileServer,
  drawerWidth: 560,
})

/** 数据字典: dictionaries in a tree, and the items of the chosen one. */
export const DictionaryScreen = () => {
  const t = useTexts(dictionaryTexts)
  const answer = useCall(dictionaryCalls.listDictAll, undefined)
  const all = useMemo(() => (answer.data ? whole(answer.data) : null), [answer.data])
  const tree = useMemo(() => dictTree(all ?? []), [all])
  const [params] = useSearchParams()
  const changeAddress = useQueryChange()
  const { state, change } = useListQuery(dictPrefix, noFilters)
  const mayEdit = useCanForSite(dicts.permission)
  /** What a new dictionary stands below. */
  const [above, setAbove] = useState<Dict | null>(null)
  const [deleting, setDeleting] = useState<Dict | null>(null)

  const dictOf = (id: string | null): Dict | null => all?.find((one) => one.id === id) ?? null
  const chosen = dictOf(params.get(chosenName)) ?? dictOf(flatDicts(tree)[0]?.id ?? null)
  const choose = (id: string | null): void =>
    changeAddress({ [chosenName]: id, [`${itemPrefix}.id`]: null, [`${itemPrefix}.page`]: null, [`${dictPrefix}.id`]: null })
  const add = (below: string | null): void => {
    setAbove(dictOf(below))
    change({ open: newRecord })
  }
  const openKey = state.open === newRecord && !mayEdit ? null : state.open
  const stored = openKey === newRecord ? null : dictOf(openKey)

  if (!all) {
    return (
      <div className={styles['screen']} aria-busy={answer.isFetching}>
        <Card>
          {answer.error ? (
            <ErrorState error={answer.error} retrying={answer.isFetching} onRetry={() => void answer.refetch()} />
          ) : (
            <Skeleton active title={false} className={styles['waiting'] ?? ''} />
          )}
        </Card>
      </div>
    )
  }
  return (
    <div className={styles['screen']}>
      <DictPanel
        tree={tree}
        chosen={chosen?.id ?? null}
        onChoose={choose}
        mayEdit={mayEdit}
        onAdd={add}
        onEdit={(id) => change({ open: id })}
        onDelete={(id) => setDeleting(dictOf(id))}
      />
      {chosen ? (
        <Items key={chosen.id} dictionary={chosen} />
      ) : (
        <Card>
          <EmptyState title={t('none')} hint={t('noneHint')}>
            {mayEdit && (
              <Button type="primary" onClick={() => add(null)}>
                {t('add')}
              </Button>
            )}
          </EmptyState>
        </Card>
      )}
      {openKey !== null && (
        <RecordDrawer
          spec={dicts}
          openKey={openKey}
          stored={stored}
          answer={all}
          mayEdit={mayEdit}
          presets={presetsBelow(above)}
          onClose={() => change({ open: null })}
          onSaved={(record, then) => {
            if (then === 'close') changeAddress({ [chosenName]: record.id, [`${dictPrefix}.id`]: null })
            else if (then === 'stay' && record.id !== openKey) change({ open: record.id })
          }}
          onDeleted={() => choose(null)}
          same={sameDict}
        />
      )}
      <DeleteQuestion
        spec={dicts}
        record={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          setDeleting(null)
          choose(deleting?.pid ?? null)
        }}
      />
    </div>
  )
}

const presetsBelow = (above: Dict | null): Draft => (above ? { pid: above.id, parentName: above.name } : {})

const sameDict = (from: Location, to: Location): boolean =>
  from.pathname === to.pathname && openIn(from.search, dictPrefix) === openIn(to.search, dictPrefix)

const Items = ({ dictionary: { id, name } }: { readonly dictionary: Dict }) => {
  const fixed = useMemo(() => ({ pid: id }), [id])
  const presets = useMemo(() => ({ pid: id, parentName: name }), [id, name])
  return <RecordList spec={items} prefix={itemPrefix} fixed={fixed} presets={presets} />
}
