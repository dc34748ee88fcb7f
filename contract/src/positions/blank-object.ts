import type { LiveObject } from './entities.ts'

/** A helmet in the directory that nobody wears, named by its number: what tests and benches begin with. */
export const blankObject = (id: number): LiveObject => ({
  id,
  deviceType: 'hat',
  deviceId: String(id),
  label: String(id),
  userId: null,
  userName: null,
  post: '',
  mobile: '',
  sipId: '',
  deptId: null,
  deptName: null,
})
