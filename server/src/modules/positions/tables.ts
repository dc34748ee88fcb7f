import type { Json, Time } from '../../kernel/columns.ts'

interface PositionColumns {
  device_id: number
  fix_time: Time
  recv_time: Time
  lng: number
  lat: number
  alt: number | null
  accuracy: number | null
  speed: number | null
  course: number | null
  temperature: number | null
  floor: number | null
  battery: number | null
}

declare module '../../kernel/tables.ts' {
  interface Tables {
    position: PositionColumns & { kind: number; late: boolean }
    packed_position: { device_id: number; hour: Time; fixes: number; packed: Buffer } & Record<
      'west' | 'south' | 'east' | 'north',
      number | null
    >
    device_state: PositionColumns & { fences: Json<unknown> | null }
    help_call: {
      device_id: number
      kind: number
      device_time: Time
      first_recv: Time
      last_recv: Time
      lng: number | null
      lat: number | null
      battery: number | null
      count: number
    }
    help_press: { device_id: number; kind: number; pressed: Time; ways: number; told: number }
  }
}
