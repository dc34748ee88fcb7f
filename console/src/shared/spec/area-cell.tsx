import { useAreaName } from '../map/map-data.ts'
import { TextCell } from './field-display.tsx'

/** The name of an area, as the reader's language has it. */
export const AreaCell = ({ name }: { readonly name: string }) => {
  const nameOf = useAreaName()
  return <TextCell text={nameOf({ name })} />
}
