import type { FramePart } from '../../shared/screens/frame-part.ts'
import { frameParts } from '../frame-parts.ts'

/** What features keep at one place of the frame. */
export const FramePartsAt = ({ at }: Pick<FramePart, 'at'>) =>
  frameParts.filter((part) => part.at === at).map(({ component: Part }, index) => <Part key={index} />)
