import type { CommandOutcome, GateCommand, GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import type { Defaulted, Id, Time } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    gate_control: {
      gate_id: Id
      make: GateControl['make']
      scheme: GateControl['scheme']
      host: string
      port: number
      channel: number
      user_name: string
      password: string
    }
    gate_command: {
      id: string
      gate_id: Id
      gate_name: string
      dept_id: Id | null
      act: GateCommand['act']
      reason: string
      by_name: string
      at: Time
      outcome: Defaulted<CommandOutcome>
      said: Defaulted<string>
      answered_at: Defaulted<Date | null>
    }
  }
}
