import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { DeptTreePanel } from '../../shared/pick/dept-tree-panel.tsx'
import { useSelection } from '../../shared/table/use-selection.ts'
import type { Authorisation } from './authorisation.ts'
import { AuthorisePane } from './authorise-pane.tsx'
import { AuthorisePeople } from './authorise-people.tsx'
import { AuthorisePreview } from './authorise-preview.tsx'
import styles from './authorise.module.css'
import { usePeoplePage } from './use-people-page.ts'

const nothing: Authorisation = { add: [], remove: [], deptId: null }

/** 批量授权: people at the left, what they get or lose at the right. */
export const Authorise = () => {
  const { data: roles = [] } = useCall(accountCalls.getAllRoles, undefined, { staleTime: 60_000 })
  const people = usePeoplePage()
  const selection = useSelection(people.answer.data ? people.list : undefined)
  const [wanted, setWanted] = useState(nothing)
  const [previewing, setPreviewing] = useState(false)
  const chosen = [...selection.selected.values()] as unknown as readonly User[]
  return (
    <div className={styles['room']}>
      <div className={styles['screen']}>
        <DeptTreePanel value={people.deptId} onChange={people.ofDept} />
        <AuthorisePeople people={people} roles={roles} selection={selection} />
        <AuthorisePane
          count={chosen.length}
          wanted={wanted}
          roles={roles}
          onWanted={setWanted}
          onClear={() => selection.replace([])}
          onPreview={() => setPreviewing(true)}
        />
        {previewing && (
          <AuthorisePreview
            people={chosen}
            wanted={wanted}
            roles={roles}
            onOver={(failed) => selection.replace(failed)}
            onClose={() => setPreviewing(false)}
          />
        )}
      </div>
    </div>
  )
}
