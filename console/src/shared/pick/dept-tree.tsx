import { Tree, type GetRef } from 'antd'
import { useEffect, useMemo, useRef, useState, type Key, type ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { deptPath, mayStandBelow, type Nested } from './departments.ts'
import styles from './dept-tree.module.css'
import { useSize } from './use-size.ts'

/** Boxes before the names: each stands for itself unless the tree decides for those above and below it. */
export interface DeptBoxes {
  readonly checked: readonly string[]
  /** Neither on nor off. */
  readonly partly?: readonly string[]
  readonly onCheck: (id: string, on: boolean, checked: readonly string[]) => void
  /** A box above stands for those below it; false unless said. */
  readonly conducts?: boolean
}

interface DeptTreeProps<Dept extends Nested<Dept>> {
  readonly nodes: readonly Dept[]
  /** What it is called for those who hear it. */
  readonly label: string
  readonly selected: string | null
  readonly onSelect: (id: string) => void
  readonly opened: readonly string[]
  readonly onOpen: (ids: readonly string[]) => void
  readonly boxes?: DeptBoxes | undefined
  /** At the right of a name: counts. */
  readonly extra?: ((dept: Dept) => ReactNode) | undefined
  /** Absent: nothing is dragged. A department was dropped on another one. */
  readonly onMove?: ((id: string, pid: string) => void) | undefined
}

interface Row<Dept> {
  readonly key: string
  readonly dept: Dept
  readonly children: Row<Dept>[]
}
const rowOf = <Dept extends Nested<Dept>>(dept: Dept): Row<Dept> => ({
  key: dept.id,
  dept,
  children: dept.children.map(rowOf),
})
const depthOf = ({ children }: Row<unknown>): number => 1 + children.reduce((most, child) => Math.max(most, depthOf(child)), 0)

const rowHeight = 33
/** Pixels for each step down: less in a deep tree, so that names keep some room. */
const stepOf = (depth: number): number => (depth <= 4 ? 18 : depth <= 7 ? 12 : 7)
const idsOf = (keys: readonly Key[]): string[] => keys.map(String)

/**
 * A tree of departments that fills the place it is given and draws only the rows that are seen: thousands stay fluid. Arrow
 * keys walk, open and fold; Enter chooses.
 */
export const DeptTree = <Dept extends Nested<Dept>>({
  nodes,
  label,
  selected,
  onSelect,
  opened,
  onOpen,
  boxes,
  extra,
  onMove,
}: DeptTreeProps<Dept>) => {
  const { place, height } = useSize()
  const rows = useMemo(() => nodes.map(rowOf), [nodes])
  const step = useMemo(() => stepOf(rows.reduce((most, row) => Math.max(most, depthOf(row)), 0)), [rows])
  const tree = useRef<GetRef<typeof Tree>>(null)

  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  // Wherever on a row it is let go, that department is meant; the tree itself takes the upper half of a row for the one above.
  const aimAt = (target: EventTarget): string | null => {
    const row = target instanceof Element ? target.closest('.ant-tree-treenode') : null
    const aim = row?.querySelector<HTMLElement>('[data-dept]')?.dataset['dept'] ?? null
    return dragged !== null && aim !== null && mayStandBelow(nodes, dragged, aim) ? aim : null
  }

  // Brought into sight when it was chosen elsewhere, by a link say; one that was clicked here is in sight already.
  const sought = useRef<string | null>(null)
  useEffect(() => {
    if (selected === sought.current || height === 0 || deptPath(nodes, selected ?? '').length === 0) return
    sought.current = selected
    if (selected !== null) tree.current?.scrollTo({ key: selected })
  }, [selected, height, nodes])

  return (
    <div
      ref={place}
      className={styles['place']}
      style={{ '--step': `${step}px` } as object}
      onDragOverCapture={({ target }) => setOver(aimAt(target))}
      onDropCapture={({ target }) => {
        const aim = aimAt(target)
        if (dragged !== null && aim !== null) onMove?.(dragged, aim)
      }}
    >
      {height > 0 && (
        <Tree<Row<Dept>>
          ref={tree}
          blockNode
          className={styles['tree'] ?? ''}
          aria-label={label}
          treeData={rows}
          height={height}
          itemHeight={rowHeight}
          motion={false}
          switcherIcon={({ expanded }) => <Icon name={expanded ? 'down' : 'right'} size={14} />}
          titleRender={({ dept }) => (
            <span className={styles['row']} data-dept={dept.id} data-over={dept.id === over}>
              <span className={styles['name']} title={dept.name}>
                {dept.name}
              </span>
              {extra?.(dept)}
            </span>
          )}
          selectedKeys={selected === null ? [] : [selected]}
          onSelect={(_keys, { node }) => onSelect(node.key)}
          expandedKeys={[...opened]}
          onExpand={(keys) => onOpen(idsOf(keys))}
          {...(onMove && {
            draggable: { icon: false },
            dropIndicatorRender: () => null,
            onDragStart: ({ node }) => setDragged(node.key),
            onDragEnd: () => {
              setDragged(null)
              setOver(null)
            },
          })}
          checkable={boxes !== undefined}
          {...(boxes && {
            checkStrictly: boxes.conducts !== true,
            checkedKeys: boxes.conducts
              ? [...boxes.checked]
              : { checked: [...boxes.checked], halfChecked: [...(boxes.partly ?? [])] },
            onCheck: (keys, { node, checked }) =>
              boxes.onCheck(node.key, checked, idsOf(Array.isArray(keys) ? keys : keys.checked)),
          })}
        />
      )}
    </div>
  )
}
