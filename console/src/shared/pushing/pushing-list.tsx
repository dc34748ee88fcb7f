import { useEffect, useMemo, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { ListWithDepartments } from '../list/list-screen.tsx'
import { newRecord, openIn } from '../routes/list-address.ts'
import type { ListOptions } from '../spec/definitions.ts'
import type { ListNoun } from '../spec/record.ts'
import { defineList } from '../spec/spec.ts'
import { adopting, useAdopting } from './adopting.ts'

/** A list screen of devices that push: a new one begins with the address of the unregistered one that is taken in. */
export const pushingListScreen = <N extends ListNoun>(noun: N, options: ListOptions<N>): ComponentType => {
  const spec = defineList(noun, options)
  const PushingListScreen = () => {
    const [params] = useSearchParams()
    const { address } = useAdopting()
    const isNew = openIn(params.toString(), '') === newRecord
    useEffect(() => {
      if (!isNew) adopting.end()
    }, [isNew])
    const presets = useMemo(() => (address === null ? {} : { ip: address }), [address])
    return <ListWithDepartments spec={spec} presets={presets} />
  }
  return PushingListScreen
}
