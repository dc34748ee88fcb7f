import type { CommandOutcome, GateCommand, GateControl, GatePlate } from '@vigil/contract/gatecontrol/entities.ts'
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
      keeps_lists: boolean
    }
    gate_list: {
      gate_id: Id
      holder: string | null
      held_until: Time | null
      again: Defaulted<boolean>
      outcome: CommandOutcome | null
      said: Defaulted<string>
      failures: Defaulted<number>
      since: Time | null
      tried_at: Time | null
      next_at: Time | null
    }
    gate_plate: {
      gate_id: Id
      plate: string
      wanted: GatePlate['wanted']
      wanted_from: Defaulted<string>
      wanted_until: Defaulted<string>
      confirmed: GatePlate['confirmed']
      confirmed_from: Defaulted<string>
      confirmed_until: Defaulted<string>
      mine: Defaulted<string[]>
      found: unknown
      outcome: GatePlate['outcome']
      said: Defaulted<string>
      since: Time
      tried_at: Time | null
      next_at: Time | null
      waits: Defaulted<boolean>
    }
    gate_command: {
      id: string
      gate_id: Id
      gate_name: string
      dept_id: Id | null
      act: GateCommand['act']
      text: Defaulted<string>
      reason: string
      by_name: string
      at: Time
      outcome: Defaulted<CommandOutcome>
      said: Defaulted<string>
      answered_at: Defaulted<Date | null>
    }
  }
}
