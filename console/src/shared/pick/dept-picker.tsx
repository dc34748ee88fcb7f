import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import { TreeSelect } from 'antd'
import { useMemo, useState } from 'react'
import type { Rank } from '../find/pinyin.ts'
import { useRank } from '../find/use-rank.ts'
import { useTexts } from '../i18n/texts.ts'
import { useOwnDepts } from '../session/scope.ts'
import { Icon } from '../ui/icon.tsx'
import { childrenWith, deptNames, deptTitle, idsAbove, type TreeDept } from './departments.ts'
import styles from './field.module.css'
import { ariaOf, useDisabled, type FieldProps, type Labelled } from './field.ts'
import { missingText, type Named } from './named.ts'
import { PopupState } from './popup-state.tsx'
import { pickTexts } from './texts.ts'
import { useDepartments } from './use-departments.ts'

const none: readonly DeptNode[] = []
const noIds: readonly string[] = []
const mostTags = 6

interface TreeItem {
  readonly value: string
  readonly title: string
  /** Not his to choose who sees less than the whole site. */
  readonly disabled: boolean
  readonly children: TreeItem[]
}
const itemOf =
  (own: ReadonlySet<string> | null) =>
  ({ id, name, children }: TreeDept): TreeItem => ({
    value: id,
    title: name,
    disabled: own !== null && !own.has(id),
    children: children.map(itemOf(own)),
  })

/** What both pickers of departments have in common. */
const useDeptTree = (value: readonly string[], rank: Rank) => {
  const t = useTexts(pickTexts)
  const query = useDepartments()
  const nodes = query.data ?? none
  const own = useOwnDepts()
  const treeData = useMemo(() => nodes.map(itemOf(own && new Set(own))), [nodes, own])
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<readonly (string | number)[] | null>(null)
  const unfolded = useMemo(
    () => [...new Set([...nodes.map(({ id }) => id), ...value.flatMap((id) => idsAbove(nodes, id))])],
    [nodes, value],
  )
  const names = useMemo(() => deptNames(nodes), [nodes])
  return {
    nodes,
    nameOf: (id: string): string => names.get(id) ?? missingText(id, query, t),
    props: {
      treeData,
      showSearch: {
        onSearch: setSearch,
        filterTreeNode: (typed: string, node: { readonly title?: unknown }) => rank(String(node.title), typed.trim()) !== null,
      },
      // While one searches, what is found is unfolded.
      treeExpandedKeys: search === '' ? [...(opened ?? unfolded)] : undefined,
      onTreeExpand: (keys: readonly (string | number)[]) => {
        if (search === '') setOpened(keys)
      },
      switcherIcon: ({ expanded }: { readonly expanded?: boolean }) => (
        <Icon name={expanded ? 'down' : 'right'} size={14} className="quiet" />
      ),
      onOpenChange: (shown: boolean) => {
        if (!shown) setSearch('')
      },
      notFoundContent: <PopupState query={query} search={search} empty={t('noDepartments')} />,
      className: styles['wide'] ?? '',
    },
  }
}

interface DeptPickerProps extends FieldProps<string | null> {
  /** The present value, as the record tells it: its name until the tree has come. */
  readonly known?: Named | null | undefined
  /** False: there must be one; true unless said. */
  readonly allowClear?: boolean
}

/** One department, chosen from the tree or by name and pinyin. Shown with those above it: `烧成车间 / 煤磨工段`. */
export const DeptPicker = ({
  id,
  value,
  onChange,
  known,
  disabled,
  placeholder,
  allowClear = true,
  ...rest
}: DeptPickerProps) => {
  const t = useTexts(pickTexts)
  const chosen = useMemo(() => (value ? [value] : noIds), [value])
  const { nodes, nameOf, props } = useDeptTree(chosen, useRank())
  const label = (dept: string): string => deptTitle(nodes, dept) ?? (known?.id === dept ? known.name : nameOf(dept))
  return (
    <TreeSelect
      {...ariaOf(rest)}
      {...props}
      id={id}
      labelInValue
      value={value ? { value, label: label(value) } : undefined}
      allowClear={allowClear}
      placeholder={placeholder ?? t('chooseDepartment')}
      disabled={useDisabled(disabled)}
      onChange={(next: Labelled | undefined) => onChange?.(next?.value ?? null)}
    />
  )
}

/** Departments, each for itself; choosing one takes those below it along, and so does letting it go. */
export const DeptsPicker = ({ id, value, onChange, disabled, placeholder, ...rest }: FieldProps<readonly string[]>) => {
  const t = useTexts(pickTexts)
  const chosen = value ?? noIds
  const { nodes, nameOf, props } = useDeptTree(chosen, useRank())
  return (
    <TreeSelect
      {...ariaOf(rest)}
      {...props}
      id={id}
      multiple
      treeCheckable
      treeCheckStrictly
      value={chosen.map((dept): Labelled => ({ value: dept, label: nameOf(dept) }))}
      allowClear
      maxTagCount={mostTags}
      placeholder={placeholder ?? t('chooseDepartments')}
      disabled={useDisabled(disabled)}
      onChange={(next: readonly Labelled[], _labels, { triggerValue }) => {
        const ids = next.map((item) => item.value)
        if (triggerValue === undefined) onChange?.(ids)
        else onChange?.(childrenWith(nodes, ids, String(triggerValue), ids.includes(String(triggerValue))))
      }}
    />
  )
}
