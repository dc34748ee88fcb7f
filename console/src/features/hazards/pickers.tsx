import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Select, TreeSelect } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { loadRank, type Rank } from '../../shared/search/pinyin.ts'
import { childrenWith } from './departments.ts'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'

const fresh = 60_000
const mostTags = 6

/** Ranks by pinyin once its dictionary came, literally until then. */
export const useRank = (): Rank => {
  const [rank, setRank] = useState<{ readonly by: Rank }>({ by: literal })
  useEffect(() => {
    let current = true
    loadRank().then(
      (by) => current && setRank({ by }),
      (error: unknown) => logError(error, 'pinyin'),
    )
    return () => {
      current = false
    }
  }, [])
  return rank.by
}
const literal: Rank = (text, query) => {
  const place = text.toLowerCase().indexOf(query.toLowerCase())
  return place < 0 ? null : place
}

export const useDepartments = () => useCall(accountCalls.listDeptNodeAll, undefined, { staleTime: fresh })
/** Everybody whom the user may see, for names and to choose from. */
export const usePeople = (enabled: boolean) => {
  const people = useCall(accountCalls.listUserByDeptId, undefined, { enabled, staleTime: fresh })
  return useMemo(() => (people.data ? whole(people.data) : null), [people.data])
}

interface TreeItem {
  readonly value: string
  readonly title: string
  readonly children: TreeItem[]
}
const itemOf = ({ id, name, children }: DeptNode): TreeItem => ({ value: id, title: name, children: children.map(itemOf) })

const searches = (rank: Rank) => ({
  filterTreeNode: (query: string, node: { title?: unknown }) => rank(String(node.title), query.trim()) !== null,
})

interface DeptPickerProps {
  readonly id: string
  readonly nodes: readonly DeptNode[]
  readonly value: string | null
  readonly disabled: boolean
  readonly onChange: (value: string | null) => void
}

export const DeptPicker = ({ id, nodes, value, disabled, onChange }: DeptPickerProps) => {
  const t = useTexts(hazardTexts)
  const rank = useRank()
  const tree = useMemo(() => nodes.map(itemOf), [nodes])
  return (
    <TreeSelect
      id={id}
      value={value ?? undefined}
      treeData={tree}
      showSearch={searches(rank)}
      allowClear
      treeDefaultExpandedKeys={nodes.map((node) => node.id)}
      placeholder={t('deptPlaceholder')}
      disabled={disabled}
      className={styles['wide'] ?? ''}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  )
}

interface DeptsPickerProps {
  readonly id: string
  readonly nodes: readonly DeptNode[]
  readonly value: readonly string[]
  readonly disabled: boolean
  readonly onChange: (value: readonly string[]) => void
}

/** Departments, each for itself; choosing one takes those below it along, and so does letting it go. */
export const DeptsPicker = ({ id, nodes, value, disabled, onChange }: DeptsPickerProps) => {
  const t = useTexts(hazardTexts)
  const rank = useRank()
  const tree = useMemo(() => nodes.map(itemOf), [nodes])
  return (
    <TreeSelect
      id={id}
      value={value.map((dept) => ({ value: dept, label: undefined }))}
      treeData={tree}
      multiple
      treeCheckable
      treeCheckStrictly
      showSearch={searches(rank)}
      allowClear
      maxTagCount={mostTags}
      treeDefaultExpandedKeys={nodes.map((node) => node.id)}
      placeholder={t('nobody')}
      disabled={disabled}
      className={styles['wide'] ?? ''}
      onChange={(chosen: readonly { readonly value: string }[], _labels, { triggerValue }) => {
        const next = chosen.map((item) => item.value)
        if (triggerValue === undefined) onChange(next)
        else onChange(childrenWith(nodes, next, String(triggerValue), next.includes(String(triggerValue))))
      }}
    />
  )
}

interface PeoplePickerProps {
  readonly id: string
  readonly people: readonly User[] | null
  readonly value: readonly string[]
  readonly disabled: boolean
  readonly onChange: (value: readonly string[]) => void
}

export const PeoplePicker = ({ id, people, value, disabled, onChange }: PeoplePickerProps) => {
  const t = useTexts(hazardTexts)
  const rank = useRank()
  const options = useMemo(
    () =>
      people?.map((person) => ({
        value: person.id,
        label: person.cname,
        workNum: person.workNum,
        detail: [person.workNum, person.deptName].filter(Boolean).join(' · '),
      })) ?? [],
    [people],
  )
  return (
    <Select
      id={id}
      mode="multiple"
      value={[...value]}
      options={options}
      loading={people === null && !disabled}
      allowClear
      maxTagCount={mostTags}
      showSearch={{
        filterOption: (query, option) =>
          option !== undefined &&
          (rank(option.label, query.trim()) !== null || option.workNum.toLowerCase().includes(query.trim().toLowerCase())),
      }}
      optionRender={({ data }) => (
        <span className={styles['person']}>
          {data.label} <small>{data.detail}</small>
        </span>
      )}
      placeholder={disabled ? t('nobody') : t('searchPeople')}
      disabled={disabled}
      className={styles['wide'] ?? ''}
      onChange={(next) => onChange(next)}
    />
  )
}
