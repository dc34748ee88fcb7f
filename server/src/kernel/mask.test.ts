import { expect, it } from 'vitest'
import { stranger, type Caller } from './caller.ts'
import { isMaskSentBack, mask } from './mask.ts'

const masked: Caller = { ...stranger, userId: '1' }
const open: Caller = { ...masked, permissions: new Set(['private:view']) }
const shown = mask('13812345678')

it('knows what was only shown from what somebody wrote, for who is shown masks alone', () => {
  expect(isMaskSentBack(masked, shown, shown)).toBe(true)
  // As it comes out of a sheet that was written with a Chinese input method.
  expect(isMaskSentBack(masked, ' １38****5678 ', shown)).toBe(true)
  expect(isMaskSentBack(masked, '13812345679', shown)).toBe(false)
  expect(isMaskSentBack(masked, '', shown)).toBe(false)
  expect(isMaskSentBack(open, shown, shown)).toBe(false)
})
