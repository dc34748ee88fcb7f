import { beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { ended, upload } from '../../../test/transfers.ts'

/** What an import says in English of the rows and the columns that it refuses. */

let site: TestSite
let english: Client
beforeAll(async () => {
  site = await createTestSite({}, afterFile)
  english = createClient({ origin: site.origin, token: () => site.adminToken, language: () => 'en' })
})

type Noun = 'hat' | 'hazardPoint' | 'fence' | 'user' | 'beacon'
const quoted = (cell: string): string => (/[,"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const startOf = async (noun: Noun, rows: readonly (readonly string[])[], existing?: 'refuse') => {
  const sheet = rows.map((row) => row.map(quoted).join(',')).join('\n')
  const fileId = await upload(site, site.adminToken, 'sheet.csv', sheet)
  return english.ask(transferCalls.startImport, { noun, fileId, ...(existing ? { existing } : {}) })
}
/** What is said of each row, `column | reason`, and of its columns in the order of the sheet. */
const reasonsOf = async (noun: Noun, rows: readonly (readonly string[])[], existing?: 'refuse') => {
  const { problems } = await ended(english, await startOf(noun, rows, existing))
  return problems.map(({ row, column, reason }) => `${row} | ${column} | ${reason}`)
}

/** Why a sheet was not read at all. */
const refusalOf = async (noun: Noun, rows: readonly (readonly string[])[]) =>
  (await ended(english, await startOf(noun, rows))).reason

describe('an import in English', () => {
  it('says of a helmet what is wrong in which column, beginning with that column’s name', async () => {
    await site.makeHat('100')
    const columns = ['Helmet number', 'IMEI', 'SIM ICCID', 'Department', 'Wearer', 'Mobile number', 'Purchase date', 'Status']
    const rows = [
      ['A', '', '', '', '', '', '', ''],
      ['B', '864901040093270', '', 'Nowhere', 'Nobody', '', 'soon', 'perhaps'],
      ['C'.repeat(65), '864901040093271', '', '', '', '', '2026-02-30', ''],
      ['D', '864901040093272', '', '', '', '', '', ''],
      ['D', '864901040093273', '', '', '', '', '', ''],
      ['E', '864901040093272', '', '', '', '', '', ''],
      ['F', '1234', '', '', '', '', '', ''],
      ['G', '864901040093274', '12', '', '', '', '', ''],
      ['H', '864901040093275', '', '', '', 'Zhang', '', ''],
      ['I\u200b', '864901040093276', '', '', '', '', '', ''],
    ]
    expect(await reasonsOf('hat', [columns, ...rows])).toEqual([
      '2 | IMEI | IMEI is required',
      '3 | Department | Department “Nowhere” does not exist',
      '3 | Wearer | Wearer “Nobody” does not exist',
      '3 | Purchase date | Purchase date must be a date, e.g. 2026-11-20',
      '3 | Status | Status must be Enabled or Disabled',
      '4 | Helmet number | Helmet number can have at most 64 characters, now 65',
      '4 | Purchase date | Purchase date must be a date, e.g. 2026-11-20',
      '6 | Helmet number | Helmet number is the same as in row 5',
      '7 | IMEI | IMEI “864901040093272” already exists',
      '8 | IMEI | IMEI must be 15 digits',
      '9 | SIM ICCID | SIM ICCID must begin with 89 and have 18 to 22 characters',
      '10 | Mobile number | Mobile number must be a phone number with digits, spaces and + - ( ) only',
      '11 | Helmet number | Helmet number has characters that are invisible or change the text direction',
    ])
    expect(await reasonsOf('hat', [columns.slice(0, 2), ['H-100', '100']], 'refuse')).toEqual([
      '2 | Helmet number | Helmet number “H-100” already exists',
    ])
  })

  it('says of numbers, choices and places which there may be', async () => {
    const rows = [
      'Name,Code,Object type,Beacon minor,Warning radius(m),Longitude,Latitude,Floor,Risk level,Hazard type',
      'P,P1,,65536,0.5,116,91,1.5,,',
      'Q,Q1,thing,,,east,,,9,sharks',
    ].map((row) => row.split(','))
    expect(await reasonsOf('hazardPoint', rows)).toEqual([
      '2 | Beacon minor | Beacon minor must be between 0 and 65535',
      '2 | Warning radius(m) | Warning radius must be between 1 and 1000',
      '2 | Latitude | Latitude must be between -90 and 90',
      '2 | Floor | Floor must be a whole number',
      '3 | Object type | Object type must be Hazard source or Positioning',
      '3 | Longitude | Longitude must be a number',
      '3 | Risk level | Risk level must be Major, High, Moderate or Low',
      '3 | Hazard type | Hazard type is not one of the choices',
    ])
    const beacons = [
      ['Name', 'Minor', 'UUID', 'MAC address'],
      ['B', '1', 'u', 'm'],
    ]
    expect(await reasonsOf('beacon', beacons)).toEqual([
      '2 | UUID | UUID is not a valid UUID',
      '2 | MAC address | MAC address is not a valid MAC address',
    ])
  })

  it('says of a fence what is no shape, no time and no thing that it applies to', async () => {
    const form = '"longitude latitude; longitude latitude; …", or a point, a line or a polygon without holes as GeoJSON'
    const columns = [
      'Fence name',
      'Type',
      'Shape',
      'Coordinates',
      'Active periods',
      'Alarm level',
      'Radius(m)',
      'Colour',
      'Applies to',
    ]
    const rows = [
      ['F', 'Park', 'Star', 'here', 'never', '9', '', '', 'Other'],
      ['G', 'No entry', 'Circle', '116 39', '', '1', '0', 'red', ''],
      ['H', 'No entry', 'Circle', '116 39', '', '1', '', '', ''],
      ['I', 'No entry', 'Polygon', '116 39; 117 39', '', '1', '', '', ''],
    ]
    expect(await reasonsOf('fence', [columns, ...rows])).toEqual([
      '2 | Type | Type is not one of the choices',
      '2 | Shape | Shape must be Polygon, Circle or Corridor',
      `2 | Coordinates | Coordinates must be ${form}`,
      '2 | Active periods | Active periods must be "Mon–Fri 08:00-20:00; …"',
      '2 | Alarm level | Alarm level must be Level one, Level two or Level three',
      '2 | Applies to | Applies to must be Helmet, Badge or Vehicle',
      '3 | Radius(m) | Radius must be between 1 and 50000',
      '3 | Colour | Colour must be a colour in the form #rrggbb',
      '4 | Radius(m) | Radius is required for a circle',
      '5 | Coordinates | Coordinates of a polygon must have at least 3 points',
    ])
  })

  it('says of people whose name is nobody’s, and who may not sign in', async () => {
    const rows = [
      ['Name', 'Work number', 'User name', 'Can sign in'],
      ['Li', 'W7', 'li', 'perhaps'],
      ['系统', 'W8', '', ''],
      ['Zhao', 'W9', 'zhаo', 'Yes'],
      ['Wu', 'W10', '', 'Yes'],
    ]
    expect(await reasonsOf('user', rows)).toEqual([
      '2 | Can sign in | Can sign in must be Yes or No',
      '3 | Name | Name is reserved: the system log uses it for the system, devices or people not signed in',
      '4 | User name | User name must be either letters or Chinese characters, not both; digits and . _ - @ are allowed',
      '5 | User name | User name is required for a person who can sign in',
    ])
  })

  it('says why a sheet is none', async () => {
    const cells = ['a', 'b', 'c']
    expect(await refusalOf('hat', [['Helmet number', '帽号', 'IMEI'], cells])).toBe('Duplicate columns: Helmet number')
    expect(await refusalOf('hat', [['Remark'], ['x']])).toBe(
      'Not an import sheet for helmets: the columns Helmet number, IMEI are missing',
    )
    expect(await refusalOf('hat', [['IMEI'], ['x']])).toBe('Not an import sheet for helmets: the column Helmet number is missing')
    expect(await refusalOf('hat', [['Helmet number', 'IMEI']])).toBe('The sheet has no data rows')
  })
})
