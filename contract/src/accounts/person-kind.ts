import { enumeration } from '../kernel/enumeration.ts'

export const personKind = enumeration({
  employee: { code: 'employee', zh: '员工', en: 'Employee' },
  contractor: { code: 'contractor', zh: '承包商', en: 'Contractor' },
})
