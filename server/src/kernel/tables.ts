import type { ColumnType, Generated } from 'kysely'

/** bigint columns arrive as strings, as identifiers travel. */
type Id = ColumnType<string, string | number, string | number>
type GeneratedId = Generated<string>
type Time = ColumnType<Date, Date | string, Date | string>
type Json<T> = ColumnType<T, string, string>
type Defaulted<T> = ColumnType<T, T | undefined, T>

export interface Tables {
  dept: { id: GeneratedId; pid: Id | null; name: string; sort: Defaulted<number>; version: Defaulted<number> }
  person: {
    id: GeneratedId
    user_name: string | null
    cname: string
    work_num: string
    dept_id: Id | null
    kind: Defaulted<'employee' | 'contractor'>
    post: Defaulted<string>
    mobile: Defaulted<string>
    avatar: Defaulted<string>
    can_login: Defaulted<boolean>
    wall_display: Defaulted<boolean>
    enabled: Defaulted<boolean>
    password_hash: Defaulted<string | null>
    must_change_password: Defaulted<boolean>
    last_login_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    version: Defaulted<number>
  }
  role: { id: GeneratedId; name: string; scope: 'all' | 'own' | 'chosen'; permissions: string[]; version: Defaulted<number> }
  role_dept: { role_id: Id; dept_id: Id }
  person_role: { person_id: Id; role_id: Id }
  session: {
    id: GeneratedId
    token_hash: Buffer
    person_id: Id
    created_at: ColumnType<Date, Date | undefined, Date>
    last_seen_at: ColumnType<Date, Date | undefined, Date>
    expires_at: Time
    ip: string
    user_agent: string
    seeding: Defaulted<boolean>
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  login_failure: { user_name: string; address: string; at: ColumnType<Date, Date | undefined, Date> }
  journal: {
    id: Id
    at: Time
    person_id: Id | null
    cname: string
    dept_name: string
    module: string
    action: string
    object: string
    object_id: string
    before: Json<unknown> | null
    after: Json<unknown> | null
    ip: string
    user_agent: string
    result: string
    repeated: Defaulted<number>
    cost_ms: number
    hash: Buffer
  }
  journal_head: { single: Generated<boolean>; id: Id; hash: Buffer }
  journal_seal: { id: Id; at: Time; up_to: Id; up_to_hash: Buffer; rows: Id; hash: Buffer }
  site: {
    id: GeneratedId
    name: string
    center_lng: number
    center_lat: number
    zoom: number
    default_lng: number
    default_lat: number
    position_days: number
    safe_since: string
    basemap: Json<unknown>
    version: Defaulted<number>
  }
  device: {
    id: Generated<number>
    kind: 'hat' | 'badge' | 'car'
    code: string
    label: string
    dept_id: Id | null
    person_id: Id | null
    enabled: Defaulted<boolean>
    sip_id: Defaulted<string>
    mobile: Defaulted<string>
    model: Defaulted<string>
    deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    version: Defaulted<number>
  }
  clock_skew: {
    device_id: number
    first_seen: Time
    last_seen: Time
    skew_seconds: number
    count: Id
  }
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
  unknown_device: { kind: string; code: string; first_seen: Time; last_seen: Time; count: Id }
  device_key: {
    id: GeneratedId
    name: string
    key_hash: Buffer
    hint: string
    created_at: ColumnType<Date, Date | undefined, Date>
    last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    device_kinds: ColumnType<string[], string[] | undefined, string[]>
    dept_ids: ColumnType<string[], string[] | undefined, string[]>
    gateway_id: ColumnType<string | null, string | null | undefined, string | null>
    device_kind: ColumnType<string | null, string | null | undefined, string | null>
    device_code: ColumnType<string | null, string | null | undefined, string | null>
    device_id: ColumnType<number | null, number | null | undefined, number | null>
    refused: ColumnType<string, string | undefined, string>
    refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    refused_kind: ColumnType<string | null, string | null | undefined, string | null>
    refused_code: ColumnType<string | null, string | null | undefined, string | null>
  }
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
    schedule: Json<{ days: number[]; from: string; to: string }[]>
    allow_dept_ids: ColumnType<string[], string[], string[]>
    allow_user_ids: ColumnType<string[], string[], string[]>
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
  position: PositionColumns & { kind: number; late: boolean }
  packed_position: { device_id: number; hour: Time; fixes: number; packed: Buffer }
  device_state: PositionColumns & { fences: Json<unknown> | null }
  alarm: {
    id: GeneratedId
    device_id: number | null
    device_type: string
    device_code: string
    device_name: string
    source_kind: string
    source_id: string
    source_label: string
    condition_key: string
    alarm_type: number
    alarm_level: 1 | 2 | 3
    alarm_name: string
    /** What was written before facts were kept, where it could not be taken apart. */
    result: string | null
    facts: Json<Readonly<Record<string, string | number>>> | null
    find_time: Time
    status: Defaulted<0 | 1 | 2>
    remark: Defaulted<string>
    handle_note: Defaulted<string>
    handle_user: Defaulted<string>
    handle_user_id: ColumnType<string | null, string | null | undefined, string | null>
    handle_time: ColumnType<Date | null, Date | null | undefined, Date | null>
    reason_code: Defaulted<string>
    condition: Defaulted<'active' | 'returned'>
    start_time: Time
    end_time: ColumnType<Date | null, Date | null | undefined, Date | null>
    count: Defaulted<number>
    last_time: Time
    area_id: Id | null
    area_name: string | null
    rule_id: Id | null
    dept_id: Id | null
    dept_name: string | null
    user_name: Defaulted<string>
    plate_number: Defaulted<string>
    lng: number | null
    lat: number | null
    floor: number | null
    quiet: Defaulted<boolean>
    device_time: ColumnType<Date | null, Date | null | undefined, Date | null>
    hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    hidden_by: ColumnType<string | null, string | null | undefined, string | null>
    version: Defaulted<number>
  }
  stored_file: FileTable
  live_event: {
    seq: Id
    at: ColumnType<Date, Date | undefined, Date>
    dept_id: Id | null
    event: Json<unknown>
    also: Defaulted<string[]>
  }
  live_head: { single: Generated<boolean>; seq: Id }
}

interface FileTable {
  id: string
  name: string
  type: string
  size: Id
  sha256: string
  purpose: 'attachment' | 'import' | 'export'
  owner_id: Id
  dept_id: Id | null
  created_at: ColumnType<Date, Date | undefined, Date>
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  deleted_by: ColumnType<string | null, string | null | undefined, string | null>
}

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
