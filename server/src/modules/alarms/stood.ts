import { stoodAtMost, type AlarmStood } from '@vigil/contract/alarms/stood.ts'
import type { Asked } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/refusal.ts'
import { readIn, type AlarmContext, type Body } from './context.ts'
import { stretchesOf } from './stood.rules.ts'

/** Alarms that stood at some moment of a time, each as it stood by then. */
export const stood = async (
  { kernel, store }: AlarmContext,
  { startTime, endTime, by, objectIds }: Body<'listAlarmStood'>,
  asked: Asked,
): Promise<{ list: AlarmStood[]; cut: boolean }> => {
  const { clock } = kernel
  const [from, to] = [clock.fromWire(startTime), clock.endOf(endTime)]
  if (to <= from)
    throw invalid('endTime', { zh: '结束时间', en: 'The end time' }, { zh: '须晚于开始时间', en: 'must be after the start time' })
  const found = await store.stoodBetween({ from, to, objectIds }, stoodAtMost + 1, asked)
  const list = found.slice(0, stoodAtMost).flatMap(({ alarm, row, steps }) => {
    const stretches = stretchesOf(row, steps, by).filter(
      (one) => one.from < to.getTime() && (one.to === null || one.to > from.getTime()),
    )
    if (stretches.length === 0) return []
    const told = stretches.map((one) => ({
      ...one,
      from: clock.toWire(one.from),
      to: one.to === null ? null : clock.toWire(one.to),
    }))
    return [{ alarm: readIn(alarm, asked), stretches: told }]
  })
  return { list, cut: found.length > stoodAtMost }
}
