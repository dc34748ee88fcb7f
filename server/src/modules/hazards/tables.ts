import type { Defaulted, GeneratedId, Id, Json } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    hazard_area: {
      id: GeneratedId
      name: string
      code: string
      points: Json<[number, number][]>
      equip_code: string
      risk_level: number
      max_count: number | null
      dept_id: Id | null
      responsible: string
      version: Defaulted<number>
    }
    fence: {
      id: GeneratedId
      name: string
      type: string
      shape: string
      points: Json<[number, number][]>
      radius: number | null
      half_width: number | null
      floor: number | null
      level: number
      max_count: number | null
      min_count: number | null
      stay_limit: number | null
      still_limit: number | null
      gather_count: number | null
      gather_radius: number
      gather_seconds: number
      speed_limit: number | null
      schedule: Json<{ days: number[]; from: string; to: string }[]>
      allow_dept_ids: string[]
      allow_user_ids: string[]
      device_types: string[]
      min_inside: number
      min_outside: number
      dept_id: Id | null
      area_id: Id | null
      enabled: boolean
      colour: string
      remark: string
      version: Defaulted<number>
    }
    hazard_near: { point_id: Id; subject: string; gone: string | null }
    fence_condition: {
      fence_id: Id
      alarm_type: number
      subject: string
      raised: boolean
      since: string
      gone: string | null
      lng: number | null
      lat: number | null
    }
  }
}
